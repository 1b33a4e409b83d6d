//! The house behind the proxies of `deploy/`, as they are configured there. They have to be installed: `cargo xtask soak`
//! sees to that, and runs these.

use std::{fs, net::SocketAddr, path::Path, process::Command};

use crate::common::{House, two_at_a_table};
use serde_json::json;
use tempfile::TempDir;

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
        Self::start(
            house,
            "haproxy.cfg",
            ("bind :80\n", |address| format!("bind {address}\n")),
            |folder, text| {
                let file = folder.join("haproxy.cfg");
                fs::write(&file, text).expect("it is written");
                let mut command = Command::new("haproxy");
                command.arg("-D").arg("-p").arg(folder.join("pid")).arg("-f").arg(file);
                command
            },
        )
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        if let Ok(pid) = fs::read_to_string(self.folder.path().join("pid")) {
            let _ = Command::new("kill").args(pid.split_whitespace()).status();
        }
    }
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
