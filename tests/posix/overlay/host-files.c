// Files of the machine's own: read as they are, changed for the program alone.
// host:
#include "show.h"
#include <pwd.h>

int main(void) {
  struct stat status;
  struct passwd *root = getpwuid(0);
  TEXT(root ? root->pw_name : NULL);
  TEXT(type_of("/etc"));
  TEXT(type_of("/etc/passwd"));
  SEE(access("/etc/passwd", R_OK));
  int fd = SEE(open("/etc/passwd", O_RDONLY));
  IS(lseek(fd, 0, SEEK_END) > 0);
  SEE(fstat(fd, &status));
  IS(lseek(fd, 0, SEEK_CUR) == status.st_size);
  SEE(open("/etc/passwd/x", O_RDONLY));
  SEE(open("/no-such-directory/x", O_RDONLY));
  SEE(mkdir("/etc/passwd/x", 0755));
  SEE(open("/etc", O_WRONLY));
  SEE(rmdir("/etc/passwd"));
  TEXT(type_of("/bin/sh") ? "there" : NULL);
  SEE(access("/bin/sh", X_OK));
  return 0;
}
