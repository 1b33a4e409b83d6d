//! A line to a server that can be cut, and mended.

use std::net::Ipv4Addr;

use tokio::{
    io::copy_bidirectional,
    net::{TcpListener, TcpStream},
    sync::watch,
    task::JoinHandle,
};

/// It carries everything until this is dropped.
#[derive(Debug)]
pub(crate) struct Line {
    pub(crate) port: u16,
    whole: watch::Sender<bool>,
    carries: JoinHandle<()>,
}

impl Line {
    pub(crate) async fn to(port: u16) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a port is free");
        let at = listener.local_addr().expect("it has an address").port();
        let (whole, seen) = watch::channel(true);
        let carries = tokio::spawn(async move {
            while let Ok((mut near, _)) = listener.accept().await {
                let mut whole = seen.clone();
                tokio::spawn(async move {
                    if *whole.borrow_and_update()
                        && let Ok(mut far) = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).await
                    {
                        tokio::select! {
                            _ = copy_bidirectional(&mut near, &mut far) => {}
                            _ = whole.changed() => {}
                        }
                    }
                });
            }
        });
        Self { port: at, whole, carries }
    }

    /// Whoever uses it is cut off, and whoever tries is, too.
    pub(crate) fn cut(&self) {
        self.whole.send_replace(false);
    }

    pub(crate) fn mend(&self) {
        self.whole.send_replace(true);
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        self.carries.abort();
    }
}
