// Goroutines, children, timers, unix sockets, files, a collection of garbage.
package main

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"syscall"
	"time"
)

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func main() {
	must(net.Dial("unix", os.Getenv("ARENA_SOCKET"))).Close()
	folder := must(os.MkdirTemp("", "go"))
	defer os.RemoveAll(folder)
	path := filepath.Join(folder, "a")
	if err := os.WriteFile(path, make([]byte, 100000), 0o600); err != nil {
		panic(err)
	}
	if err := os.Rename(path, path+"b"); err != nil || len(must(os.ReadDir(folder))) != 1 {
		panic("renaming")
	}
	server := must(net.Listen("unix", filepath.Join(folder, "socket")))
	go func() {
		side := must(server.Accept())
		buffer := make([]byte, 4)
		must(side.Read(buffer))
		must(side.Write(buffer))
	}()
	client := must(net.Dial("unix", server.Addr().String()))
	client.SetDeadline(time.Now().Add(5 * time.Second))
	must(client.Write([]byte("word")))
	answer := make([]byte, 4)
	must(client.Read(answer))
	heard := make(chan os.Signal, 1)
	signal.Notify(heard, syscall.SIGUSR1)
	syscall.Kill(os.Getpid(), syscall.SIGUSR1)
	<-heard
	<-time.After(2 * time.Millisecond)
	said := must(exec.Command("/bin/echo", "1").Output())
	runtime.GC()
	if string(answer) == "word" && string(said) == "1\n" {
		fmt.Println("all well")
	}
}
