// Threads, a child, clocks, unix sockets, files.
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <future>
#include <iostream>
#include <thread>
#include <vector>

static void must(bool holds, const char* what) {
    if (!holds) { std::perror(what); std::exit(1); }
}

int main() {
    int door = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    sockaddr_un place{AF_UNIX, {}};
    std::strcpy(place.sun_path, std::getenv("ARENA_SOCKET"));
    must(connect(door, reinterpret_cast<sockaddr*>(&place), sizeof place) == 0, "connect");
    auto folder = std::filesystem::temp_directory_path() / "cpp";
    std::filesystem::create_directory(folder);
    std::ofstream(folder / "a") << std::string(100000, 'x');
    std::filesystem::copy_file(folder / "a", folder / "b");
    std::vector<std::future<int>> sums;
    for (int n = 0; n < 4; n++) sums.push_back(std::async(std::launch::async, [n] { return n; }));
    int sum = 0;
    for (auto& one : sums) sum += one.get();
    int pair[2];
    must(socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0, "socketpair");
    int many = epoll_create1(EPOLL_CLOEXEC), bell = eventfd(1, EFD_NONBLOCK);
    int timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
    itimerspec soon{{0, 0}, {0, 1000000}};
    must(timerfd_settime(timer, 0, &soon, nullptr) == 0, "timerfd");
    epoll_event event{EPOLLIN, {}};
    must(epoll_ctl(many, EPOLL_CTL_ADD, timer, &event) == 0, "epoll_ctl");
    must(epoll_wait(many, &event, 1, 5000) == 1 && bell >= 0, "epoll_wait");
    must(std::system("exit 0") == 0, "system");
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    std::filesystem::remove_all(folder);
    std::cout << (sum == 6 ? "all well" : "wrong") << std::endl;
}
