// Threads, children, sleep, unix sockets, files.
use std::io::{Read, Write};
use std::os::unix::net::{UnixListener, UnixStream};
use std::{env, fs, process::Command, thread, time::Duration};

fn main() {
    UnixStream::connect(env::var("ARENA_SOCKET").unwrap()).unwrap();
    let folder = env::temp_dir().join("rust");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("a"), vec![0; 100000]).unwrap();
    fs::rename(folder.join("a"), folder.join("b")).unwrap();
    fs::copy(folder.join("b"), folder.join("c")).unwrap();
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
    let door = folder.join("socket");
    let server = UnixListener::bind(&door).unwrap();
    let echo = thread::spawn(move || {
        let (mut side, _) = server.accept().unwrap();
        let mut word = [0; 4];
        side.read_exact(&mut word).unwrap();
        side.write_all(&word).unwrap();
    });
    let mut client = UnixStream::connect(&door).unwrap();
    client.set_read_timeout(Some(Duration::from_secs(5))).unwrap();
    client.write_all(b"word").unwrap();
    let mut answer = [0; 4];
    client.read_exact(&mut answer).unwrap();
    echo.join().unwrap();
    thread::sleep(Duration::from_millis(2));
    let said = Command::new("/bin/echo").arg("1").output().unwrap().stdout;
    assert_eq!((&answer, &said[..]), (b"word", &b"1\n"[..]));
    fs::remove_dir_all(folder).unwrap();
    println!("all well");
}
