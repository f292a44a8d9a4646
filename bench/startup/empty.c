/* The least program: what it costs smew to start and end. */
int main(void) { return 0; }
