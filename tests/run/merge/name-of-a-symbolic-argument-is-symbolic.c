// The start-up code writes names of inputs. Where its states are merged in different rounds of a loop, a byte of a name
// has parts that belong to one of them, and are unwritten on the other.
// RUN: %compare --scratch %t --complete --reduce "--merge=aggressive --search=bfs" --reduce "--merge=static --similar=always" %s -- --sym-args 0 3 2
// RUN: %compare --scratch %t --complete --reduce "--merge=aggressive --search=bfs" --common --uninitialized=any %s -- --sym-args 0 3 2
int main(int argc, char **argv) { return argc > 2 && argv[2][0] == 'x'; }
