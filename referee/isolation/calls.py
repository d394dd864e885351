"""Which system calls a sandboxed program may make, as data: names, numbers, arguments.

A call that stands nowhere here does not exist for a program in the sandbox: it fails with ENOSYS,
as on an older kernel, and libraries fall back. What is forbidden on purpose fails with EPERM.
Calls whose arguments matter have a `Rule`; it sees registers and not memory, so that a call which
takes its flags in memory (`clone3`, `openat2`) is not listed.

Left out are not only the kernel's wide doors but whatever lets two bots tell each other something
through files that both see: locks, leases, watches, and the page cache as far as it can be asked
or told. `docs/isolation.md` has the list of attacks, SECURITY.md what stays open.
"""

import errno
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final

Numbers = Mapping[str, tuple[int | None, int | None]]
"""Names and their numbers on x86_64 and aarch64; None where a call does not exist."""


class Form(Enum):
    """What a program in the sandbox is there for."""

    PLAY = "play"
    PREPARE = "prepare"
    """To compile and link: it may lock files, watch them and advise on them."""
    FETCH = "fetch"
    """As PREPARE, and with sockets of the internet families."""


@dataclass(frozen=True)
class Rule:
    """A call that is allowed by one of its arguments, of which the lower 32 bits count."""

    argument: int
    allowed: tuple[int, ...]
    failure: int
    """The error of every other value: that of a kernel which does not know it."""
    mask: int = 0xFFFFFFFF
    """The bits that are compared."""


def _numbers(table: str) -> Numbers:
    """A table of words ``name:x86_64:aarch64``."""

    def number(text: str) -> int | None:
        return None if text == "-" else int(text)

    words = (word.split(":") for word in table.split())
    return {name: (number(intel), number(arm)) for name, intel, arm in words}


_FILES: Final = """
    read:0:63 write:1:64 pread64:17:67 pwrite64:18:68 readv:19:65 writev:20:66 preadv:295:69
    pwritev:296:70 open:2:- openat:257:56 creat:85:- close:3:57 close_range:436:436 lseek:8:62
    dup:32:23 dup2:33:- dup3:292:24 pipe:22:- pipe2:293:59 sendfile:40:71 copy_file_range:326:285
    stat:4:- fstat:5:80 lstat:6:- newfstatat:262:79 statx:332:291 access:21:- faccessat:269:48
    faccessat2:439:439 readlink:89:- readlinkat:267:78 getdents:78:- getdents64:217:61
    getcwd:79:17 chdir:80:49 fchdir:81:50 mkdir:83:- mkdirat:258:34 rmdir:84:- unlink:87:-
    unlinkat:263:35 rename:82:- renameat:264:38 renameat2:316:276 link:86:- linkat:265:37
    symlink:88:- symlinkat:266:36 chmod:90:- fchmod:91:52 fchmodat:268:53 fchmodat2:452:452
    chown:92:- fchown:93:55 lchown:94:- fchownat:260:54 umask:95:166 truncate:76:45
    ftruncate:77:46 fallocate:285:47 fsync:74:82 fdatasync:75:83 utime:132:- utimes:235:-
    futimesat:261:- utimensat:280:88 statfs:137:43 fstatfs:138:44 getxattr:191:8 lgetxattr:192:9
    fgetxattr:193:10 listxattr:194:11 llistxattr:195:12 flistxattr:196:13
"""
_WAITING: Final = """
    poll:7:- ppoll:271:73 select:23:- pselect6:270:72 epoll_create:213:- epoll_create1:291:20
    epoll_ctl:233:21 epoll_wait:232:- epoll_pwait:281:22 epoll_pwait2:441:441 eventfd:284:-
    eventfd2:290:19 signalfd:282:- signalfd4:289:74 timerfd_create:283:85 timerfd_settime:286:86
    timerfd_gettime:287:87
"""
_SOCKETS: Final = """
    connect:42:203 bind:49:200 listen:50:201 accept:43:202 accept4:288:242 getsockname:51:204
    getpeername:52:205 sendto:44:206 recvfrom:45:207 sendmsg:46:211 recvmsg:47:212
    sendmmsg:307:269 recvmmsg:299:243 shutdown:48:210
"""
_MEMORY: Final = """
    munmap:11:215 mprotect:10:226 mremap:25:216 brk:12:214 msync:26:227 get_mempolicy:239:236
"""
_PROCESSES: Final = """
    fork:57:- vfork:58:- execve:59:221 execveat:322:281 exit:60:93 exit_group:231:94 wait4:61:260
    waitid:247:95 kill:62:129 tgkill:234:131 tkill:200:130 set_tid_address:218:96
    set_robust_list:273:99 get_robust_list:274:100 futex:202:98 rseq:334:293 arch_prctl:158:-
    getpid:39:172 getppid:110:173 gettid:186:178 getuid:102:174 geteuid:107:175 getgid:104:176
    getegid:108:177 getgroups:115:158 getresuid:118:148 getresgid:120:150 getpgid:121:155
    getpgrp:111:- getsid:124:156 setsid:112:157 setpgid:109:154 setuid:105:146 setgid:106:144
    setreuid:113:145 setregid:114:143 setresuid:117:147 setresgid:119:149 capget:125:90
    getpriority:140:141 setpriority:141:140 getrlimit:97:163 setrlimit:160:164 prlimit64:302:261
    getrusage:98:165 times:100:153 sysinfo:99:179 uname:63:160 getcpu:309:168 getrandom:318:278
    sched_yield:24:124 sched_getaffinity:204:123 sched_setaffinity:203:122 sched_getparam:143:121
    sched_setparam:142:118 sched_getscheduler:145:120 sched_setscheduler:144:119
    sched_getattr:315:275 sched_setattr:314:274 sched_get_priority_max:146:125
    sched_get_priority_min:147:126 sched_rr_get_interval:148:127
"""
_SIGNALS_AND_TIME: Final = """
    rt_sigaction:13:134 rt_sigprocmask:14:135 rt_sigreturn:15:139 rt_sigpending:127:136
    rt_sigtimedwait:128:137 rt_sigqueueinfo:129:138 rt_tgsigqueueinfo:297:240
    rt_sigsuspend:130:133 sigaltstack:131:132 pause:34:- restart_syscall:219:128 alarm:37:-
    getitimer:36:102 setitimer:38:103 timer_create:222:107 timer_settime:223:110
    timer_gettime:224:108 timer_getoverrun:225:109 timer_delete:226:111 nanosleep:35:101
    clock_nanosleep:230:115 clock_gettime:228:113 clock_getres:229:114 gettimeofday:96:169
    time:201:-
"""
_RULED: Final = """
    socket:41:198 socketpair:53:199 setsockopt:54:208 getsockopt:55:209 clone:56:220 ioctl:16:29
    fcntl:72:25 madvise:28:233 mmap:9:222 memfd_create:319:279 membarrier:324:283 prctl:157:167
    preadv2:327:286 pwritev2:328:287 mknod:133:- mknodat:259:33
"""
_PREPARING: Final = """
    flock:73:32 fadvise64:221:223 readahead:187:213 sync_file_range:277:84 mlock:149:228
    munlock:150:229 mlock2:325:284 splice:275:76 tee:276:77 vmsplice:278:75 inotify_init:253:-
    inotify_init1:294:26 inotify_add_watch:254:27 inotify_rm_watch:255:28 setxattr:188:5
    lsetxattr:189:6 fsetxattr:190:7 removexattr:197:14 lremovexattr:198:15 fremovexattr:199:16
"""

FORBIDDEN: Final = _numbers("""
    ptrace:101:117 process_vm_readv:310:270 process_vm_writev:311:271 process_madvise:440:440
    kcmp:312:272 pidfd_getfd:438:438

    unshare:272:97 setns:308:268 mount:165:40 umount2:166:39 pivot_root:155:41 chroot:161:51
    open_tree:428:428 open_tree_attr:467:467 move_mount:429:429 fsopen:430:430 fsconfig:431:431
    fsmount:432:432 fspick:433:433 mount_setattr:442:442 open_by_handle_at:304:265
    name_to_handle_at:303:264

    bpf:321:280 perf_event_open:298:241 userfaultfd:323:282 io_uring_setup:425:425
    io_uring_enter:426:426 io_uring_register:427:427 keyctl:250:219 add_key:248:217
    request_key:249:218 mq_open:240:180 memfd_secret:447:447 modify_ldt:154:-

    kexec_load:246:104 kexec_file_load:320:294 init_module:175:105 finit_module:313:273
    delete_module:176:106 swapon:167:224 swapoff:168:225 reboot:169:142 syslog:103:116
    acct:163:89 quotactl:179:60 quotactl_fd:443:443 settimeofday:164:170 clock_settime:227:112
    adjtimex:159:171 clock_adjtime:305:266 sethostname:170:161 setdomainname:171:162
    iopl:172:- ioperm:173:- vhangup:153:58 lookup_dcookie:212:18 nfsservctl:180:42
    personality:135:92 mbind:237:235 set_mempolicy:238:237 migrate_pages:256:238
    move_pages:279:239 sync:162:81 syncfs:306:267

    fanotify_init:300:262 fanotify_mark:301:263
""")
"""By paragraphs: other processes; namespaces and mounts; large attack surfaces; the machine
itself; watching everybody's files."""

_PLAY: Final = _numbers(
    _FILES + _WAITING + _SOCKETS + _MEMORY + _PROCESSES + _SIGNALS_AND_TIME + _RULED
)
_PREPARE: Final = {**_PLAY, **_numbers(_PREPARING)}

_UNIX, _INTERNET, _INTERNET_6 = 1, 2, 10
_NAMESPACES: Final = 0x7E020080
"""CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET and NEWTIME."""
_SOCKET_OPTIONS: Final = (*range(1, 22), 29, 66, 67)
"""Those of size, time and credentials: none that puts a program into the kernel."""
_SOCKET_FACTS: Final = (*_SOCKET_OPTIONS, 30, 38, 39)
"""The same, and ACCEPTCONN, PROTOCOL, DOMAIN: none that the kernel counts for all (cookies)."""
_PROCESS_HANDLE: Final = 0x1000
"""CLONE_PIDFD: the inode of a handle is the count of all processes that there were."""
_DEVICE_CALLS: Final = (
    *(0x5401, 0x5402, 0x5403, 0x5404, 0x802C542A),  # TCGETS, TCSETS (now, W, F), TCGETS2
    *(0x540F, 0x5410, 0x5413),  # TIOCGPGRP, TIOCSPGRP, TIOCGWINSZ
    *(0x5411, 0x541B, 0x5421),  # TIOCOUTQ, FIONREAD, FIONBIO
    *(0x5450, 0x5451, 0x5452),  # FIONCLEX, FIOCLEX, FIOASYNC
)
"""None that types into a terminal, maps a file's blocks or sets its flags."""
_FILE_COMMANDS: Final = (
    *(0, 1, 2, 3, 4),  # DUPFD, GETFD, SETFD, GETFL, SETFL
    *(8, 9, 10, 11),  # SETOWN, GETOWN, SETSIG, GETSIG
    *(1030, 1031, 1032, 1033, 1034),  # DUPFD_CLOEXEC, SETPIPE_SZ, GETPIPE_SZ, ADD_ and GET_SEALS
)
_LOCKS: Final = (5, 6, 7, 36, 37, 38)
"""GETLK, SETLK, SETLKW and the same of open file descriptions."""
_ADVICE: Final = (
    *(0, 1, 2, 4, 8),  # NORMAL, RANDOM, SEQUENTIAL, DONTNEED, FREE
    *(10, 11, 14, 15, 16, 17, 18, 19),  # DONTFORK to DOFORK, HUGEPAGE to KEEPONFORK
    *(102, 103),  # GUARD_INSTALL, GUARD_REMOVE
)
"""On a program's own memory: neither what moves pages of files, nor what joins equal pages."""
_PROCESS_OPTIONS: Final = (
    *(1, 2, 3, 4, 15, 16, 21, 23),  # PDEATHSIG, DUMPABLE, NAME, GET_SECCOMP, CAPBSET_READ
    *(29, 30, 36, 37, 38, 39, 41, 42),  # TIMERSLACK, CHILD_SUBREAPER, NO_NEW_PRIVS, THP_DISABLE
    0x53564D41,  # SET_VMA: names of mappings
)
_BARRIERS: Final = (0, 8, 16, 32, 64, 128, 256)
"""Those of the own process; the others interrupt every processor."""
_KIND_OF_FILE: Final = 0o170000
_PLAIN_KINDS: Final = (0, 0o100000, 0o010000, 0o140000)
"""Files, pipes and sockets: no devices."""
_HUGE_MAPPING, _HUGE_FILE = 0x40000, 0x4
"""Huge pages come from one store of the whole machine, and whether it is empty can be seen."""


def allowed(form: Form) -> Numbers:
    """The calls of a form, those with a rule among them."""
    return _PLAY if form is Form.PLAY else _PREPARE


def rules(form: Form) -> Mapping[str, Rule]:
    """What is asked of the arguments of some of them."""
    families = (_UNIX, _INTERNET, _INTERNET_6) if form is Form.FETCH else (_UNIX,)
    commands = _FILE_COMMANDS if form is Form.PLAY else (*_FILE_COMMANDS, *_LOCKS)
    family = Rule(0, families, errno.EAFNOSUPPORT)
    no_flags = Rule(5, (0,), errno.EOPNOTSUPP)
    every = {
        "socket": family,
        "socketpair": Rule(0, (_UNIX,), errno.EAFNOSUPPORT),
        "clone": Rule(0, (0,), errno.EPERM, _NAMESPACES | _PROCESS_HANDLE),
        "ioctl": Rule(1, _DEVICE_CALLS, errno.ENOTTY),
        "fcntl": Rule(1, commands, errno.EINVAL),
        "madvise": Rule(2, _ADVICE, errno.EINVAL),
        "mmap": Rule(3, (0,), errno.ENOMEM, _HUGE_MAPPING),
        "memfd_create": Rule(1, (0,), errno.EINVAL, _HUGE_FILE),
        "membarrier": Rule(0, _BARRIERS, errno.EINVAL),
        "prctl": Rule(0, _PROCESS_OPTIONS, errno.EINVAL),
        "preadv2": no_flags,
        "pwritev2": no_flags,
        "mknod": Rule(1, _PLAIN_KINDS, errno.EPERM, _KIND_OF_FILE),
        "mknodat": Rule(2, _PLAIN_KINDS, errno.EPERM, _KIND_OF_FILE),
    }
    if form is not Form.FETCH:  # the internet's sockets have options of their own
        every["setsockopt"] = Rule(2, _SOCKET_OPTIONS, errno.ENOPROTOOPT)
        every["getsockopt"] = Rule(2, _SOCKET_FACTS, errno.ENOPROTOOPT)
    return every
