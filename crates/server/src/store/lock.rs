//! One house a file: who has it says so in a file beside it, which the system unlocks however the house ends.

use std::{
    fs::{File, OpenOptions, TryLockError},
    io::{Read, Seek, Write},
    net::SocketAddr,
    path::{Path, PathBuf},
};

use thiserror::Error;

/// The lock of a database, for as long as it is held.
#[derive(Debug)]
pub(crate) struct Lock {
    _file: File,
    /// Whether it keeps others away: not every file system has locks.
    pub(crate) holds: bool,
}

/// Why there is none.
#[derive(Debug, Error)]
pub enum NotLocked {
    #[error(
        "{} is in use by {who}. Stop that house first, or give this one a file of its own with --database",
        file.display()
    )]
    InUse { file: PathBuf, who: String },
    #[error("{}: {error}", file.display())]
    Io { file: PathBuf, error: std::io::Error },
}

impl Lock {
    /// Takes the lock of this database for the house at this address.
    pub(crate) fn take(database: &Path, address: SocketAddr) -> Result<Self, NotLocked> {
        let mut path = database.as_os_str().to_owned();
        path.push(".lock");
        let path = PathBuf::from(path);
        let io = |error| NotLocked::Io { file: path.clone(), error };
        let mut file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path).map_err(io)?;
        let locked = file.try_lock();
        let holds = locked.is_ok();
        match locked {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut who = String::new();
                let _ = file.read_to_string(&mut who);
                let who = if who.trim().is_empty() { "a house that is just opening" } else { who.trim() };
                return Err(NotLocked::InUse { file: database.to_owned(), who: who.to_owned() });
            }
            Err(TryLockError::Error(error)) => {
                tracing::warn!(%error, file = %path.display(), "this file system has no locks: see that no other house opens the file");
            }
        }
        let who = format!("process {}, at http://{address}\n", std::process::id());
        let written =
            file.set_len(0).and_then(|()| file.rewind()).and_then(|()| file.write_all(who.as_bytes()));
        written.map_err(io)?;
        Ok(Self { _file: file, holds })
    }
}
