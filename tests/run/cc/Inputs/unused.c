/* Defines what the program defines too: must not be linked from an archive. */
int unused_marker;
int main(void) { return 99; }
