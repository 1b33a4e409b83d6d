//! The house behind the proxies of `deploy/`, as they are configured there. They have to be installed: `cargo xtask soak`
//! sees to that for one house's, and runs these; a town's is there for every test.

use std::{fs, net::SocketAddr, path::Path, process::Command};

use crate::common::{House, two_at_a_table};
use serde_json::json;
use tempfile::TempDir;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};

/// A proxy that listens; ended when dropped.
struct Proxy {
    address: SocketAddr,
    folder: TempDir,
}

impl Proxy {
    /// Starts it with its configuration from `deploy/`, but for the addresses. By the time it has gone to the background
    /// it listens.
    fn start(
        house: &House,
        file: &str,
        (listens, instead): (&str, impl Fn(SocketAddr) -> String),
        command: impl Fn(&Path, String) -> Command,
    ) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let free = std::net::TcpListener::bind("127.0.0.1:0").expect("a port").local_addr();
        let address = free.expect("it has an address");
        let deploy = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy");
        let text = fs::read_to_string(deploy.join(file)).expect("it is there");
        let text = text.replace("127.0.0.1:8080", &house.address.to_string());
        assert!(text.contains(listens) && text.contains(&house.address.to_string()), "{text}");
        let text = text.replacen(listens, &instead(address), 1);
        let started = command(folder.path(), text).status().expect("it is installed");
        assert!(started.success(), "{started}");
        Self { address, folder }
    }

    fn nginx(house: &House) -> Self {
        Self::start(
            house,
            "nginx.conf",
            ("listen 80;", |address| format!("listen {address};")),
            |folder, text| {
                let (site, main) = (folder.join("site.conf"), folder.join("nginx.conf"));
                fs::write(&site, text).expect("it is written");
                let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
                    .map(|kind| format!("{kind}_temp_path {}/{kind};\n", folder.display()));
                let whole = format!(
                    "pid {0}/pid;\nerror_log {0}/errors;\nevents {{}}\nhttp {{\naccess_log off;\n{1}include {0}/site.conf;\n}}\n",
                    folder.display(),
                    temporary.concat()
                );
                fs::write(&main, whole).expect("it is written");
                let mut command = Command::new("nginx");
                command.arg("-c").arg(main).arg("-e").arg(folder.join("errors"));
                command
            },
        )
    }

    fn haproxy(house: &House) -> Self {
        Self::start(house, "haproxy.cfg", ("bind :80\n", |address| format!("bind {address}\n")), haproxy_with)
    }
}

/// A proxy with this configuration: it goes to the background once it listens.
fn haproxy_with(folder: &Path, text: String) -> Command {
    let file = folder.join("haproxy.cfg");
    fs::write(&file, text).expect("it is written");
    let mut command = Command::new("haproxy");
    command.arg("-D").arg("-p").arg(folder.join("pid")).arg("-f").arg(file);
    command
}

impl Drop for Proxy {
    fn drop(&mut self) {
        if let Ok(pid) = fs::read_to_string(self.folder.path().join("pid")) {
            let _ = Command::new("kill").args(pid.split_whitespace()).status();
        }
    }
}

/// Stands in for a house of one build: it has the files of that build and no others.
async fn house_of(build: &'static str) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port is free");
    let address = listener.local_addr().expect("it has an address");
    tokio::spawn(async move {
        while let Ok((mut line, _)) = listener.accept().await {
            tokio::spawn(async move {
                let (mut head, mut some) = (String::new(), [0; 1024]);
                while !head.contains("\r\n\r\n") {
                    match line.read(&mut some).await {
                        Ok(read) if read > 0 => head.push_str(&String::from_utf8_lossy(&some[..read])),
                        _ => return,
                    }
                }
                let there = !head.contains("/assets/") || head.contains(&format!("/assets/{build}.js"));
                let status = if there { "200 OK" } else { "404 Not Found" };
                let answer = format!("HTTP/1.1 {status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
                let _ = line.write_all(answer.as_bytes()).await;
            });
        }
    });
    address
}

/// The status of what the front answers.
async fn status(front: SocketAddr, path: &str) -> String {
    let mut line = TcpStream::connect(front).await.expect("it listens");
    let ask = format!("GET {path} HTTP/1.1\r\nHost: {front}\r\nConnection: close\r\n\r\n");
    line.write_all(ask.as_bytes()).await.expect("it is asked");
    let mut answer = String::new();
    line.read_to_string(&mut answer).await.expect("it answers");
    answer.split(' ').nth(1).unwrap_or_default().to_owned()
}

/// One house is upgraded, two are still to be: whoever has a page, of either build, gets its files.
#[tokio::test]
async fn while_houses_are_upgraded_nobody_s_page_lacks_its_files() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let deploy = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy/town.haproxy.cfg");
    let mut text = fs::read_to_string(deploy).expect("it is there");
    let free =
        || std::net::TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("an address");
    let (address, asks) = (free(), free());
    text = text.replacen("bind :80\n", &format!("bind {address}\n"), 1);
    text = text.replace("8404", &asks.port().to_string());
    for (name, build) in [("one", "new"), ("two", "old"), ("three", "old")] {
        text = text.replace(&format!("{name}:8080"), &house_of(build).await.to_string());
    }
    assert!(haproxy_with(folder.path(), text).status().expect("it is installed").success());
    let front = Proxy { address, folder };
    for round in 0..20 {
        for path in ["/assets/new.js", "/assets/old.js", "/"] {
            assert_eq!(status(front.address, path).await, "200", "{path}, {round}");
        }
    }
    assert_eq!(status(front.address, "/assets/older.js").await, "404", "what no house has is not there");
}

async fn a_game_through(start: fn(&House) -> Proxy) {
    let mut house = House::with(|config| config.trust_proxy = true).await;
    let proxy = start(&house);
    let direct = std::mem::replace(&mut house.address, proxy.address);
    let (_, (mut ada, mut a), (_, mut b)) = two_at_a_table(&house).await;
    for action in ["S@a1", "A+90"] {
        let n = a.plays(0, action).await;
        b.reaches(n).await;
    }
    // `Host` arrives as it was sent: our own pages are welcome, others are not.
    let mut rename = async |origin: String| {
        ada.http(
            &format!("POST /api/me HTTP/1.1\r\nOrigin: {origin}\r\n"),
            &json!({ "name": "Ada" }).to_string(),
        )
        .await
    };
    assert_eq!(rename(format!("http://{}", proxy.address)).await.status, 200);
    assert_eq!(rename(format!("http://{direct}")).await.status, 403);
    // The page comes, and what only those who run the house ask does not get through.
    let page = ada.get("/").await;
    assert!(page.status == 200 && page.body.contains("</html>"), "{}", page.head);
    assert_eq!(ada.get("/readyz").await.status, 404);
    house.close().await;
    assert!(b.hear().await.is_none_or(|message| message["op"] == "frame"), "everybody is sent away");
}

#[tokio::test]
#[ignore = "needs nginx: cargo xtask soak"]
async fn a_game_is_played_through_nginx() {
    a_game_through(Proxy::nginx).await;
}

#[tokio::test]
#[ignore = "needs haproxy: cargo xtask soak"]
async fn a_game_is_played_through_haproxy() {
    a_game_through(Proxy::haproxy).await;
}
