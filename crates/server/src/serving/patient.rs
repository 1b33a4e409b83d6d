//! A line that is not waited for without end: who takes nothing of what they asked for is let go.

use std::{
    io::{self, IoSlice},
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    time::{Sleep, sleep},
};

/// Each line has one for as long as it lives: so it has a timer only while it waits.
#[derive(Debug)]
pub(super) struct Patient<Line> {
    line: Line,
    /// How long they may take for any part.
    patience: Duration,
    waiting: Option<Pin<Box<Sleep>>>,
}

impl<Line> Patient<Line> {
    pub(super) const fn new(line: Line, patience: Duration) -> Self {
        Self { line, patience, waiting: None }
    }

    /// What came of an attempt to write: nobody waits any more, or not longer than they may.
    fn minded<T>(&mut self, tried: Poll<io::Result<T>>, context: &mut Context<'_>) -> Poll<io::Result<T>> {
        if tried.is_ready() {
            self.waiting = None;
            return tried;
        }
        let patience = self.patience;
        let waiting = self.waiting.get_or_insert_with(|| Box::pin(sleep(patience)));
        waiting.as_mut().poll(context).map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<Line: AsyncRead + Unpin> AsyncRead for Patient<Line> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.line).poll_read(context, buffer)
    }
}

impl<Line: AsyncWrite + Unpin> AsyncWrite for Patient<Line> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let tried = Pin::new(&mut self.line).poll_write(context, bytes);
        self.minded(tried, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let tried = Pin::new(&mut self.line).poll_write_vectored(context, bytes);
        self.minded(tried, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.line.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let tried = Pin::new(&mut self.line).poll_flush(context);
        self.minded(tried, context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let tried = Pin::new(&mut self.line).poll_shutdown(context);
        self.minded(tried, context)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, duplex};

    use super::*;

    const PATIENCE: Duration = Duration::from_secs(20);

    #[tokio::test(start_paused = true)]
    async fn who_takes_nothing_is_let_go() {
        let (line, _theirs) = duplex(4);
        let written = Patient::new(line, PATIENCE).write_all(b"more than four").await;
        assert_eq!(written.map_err(|error| error.kind()), Err(io::ErrorKind::TimedOut));
    }

    #[tokio::test(start_paused = true)]
    async fn who_takes_a_little_now_and_then_is_waited_for() {
        let (line, mut theirs) = duplex(4);
        let slow = tokio::spawn(async move {
            let (mut taken, mut part) = (Vec::new(), [0; 4]);
            while taken.len() < 14 {
                tokio::time::sleep(PATIENCE * 3 / 4).await;
                let long = theirs.read(&mut part).await.expect("something comes");
                taken.extend_from_slice(&part[..long]);
            }
            taken
        });
        Patient::new(line, PATIENCE).write_all(b"more than four").await.expect("they take it");
        assert_eq!(slow.await.expect("they read"), b"more than four");
    }
}
