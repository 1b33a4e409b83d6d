//! Whether what is written is kept: the file must still be the one that was opened, and the last write have succeeded.

use std::{
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use super::{StoreError, postgres};

/// What the writer knows of its file, and everybody may ask. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Health {
    files: Arc<[Known]>,
    /// Why the last write failed.
    trouble: Arc<Mutex<Option<String>>>,
    /// The line to the database broke since that was last asked.
    broke: Arc<AtomicBool>,
}

/// A file as it was when it was opened.
#[derive(Debug)]
struct Known {
    path: PathBuf,
    mark: Option<Mark>,
}

/// Which file stands at a path: its device and its number there.
type Mark = (u64, u64);

#[cfg(unix)]
fn mark(path: &Path) -> Option<Mark> {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata(path).ok().map(|file| (file.dev(), file.ino()))
}

#[cfg(not(unix))]
fn mark(path: &Path) -> Option<Mark> {
    path.exists().then_some((0, 0))
}

impl Health {
    /// To be asked once the database has been written to: then both its files are there.
    pub(super) fn of(database: &Path) -> Self {
        let mut wal = database.as_os_str().to_owned();
        wal.push("-wal");
        let known = |path: PathBuf| Known { mark: mark(&path), path };
        Self { files: [known(database.to_owned()), known(wal.into())].into(), ..Self::elsewhere() }
    }

    /// Of what another machine keeps: there are no files here.
    pub(super) fn elsewhere() -> Self {
        Self { files: [].into(), trouble: Arc::default(), broke: Arc::default() }
    }

    /// Sees whether the line broke just now.
    pub(super) fn see<T>(&self, written: &Result<T, StoreError>) {
        if let Err(StoreError::Database(error)) = written
            && postgres::is_broken(error)
        {
            self.broke.store(true, Ordering::Relaxed);
        }
    }

    /// Whether it did since that was last asked.
    pub(super) fn line_broke(&self) -> bool {
        self.broke.swap(false, Ordering::Relaxed)
    }

    /// Whether what was just written is where the next house will look for it.
    pub(super) fn check_files(&self) -> Result<(), StoreError> {
        match self.files.iter().find(|file| file.mark.is_some() && mark(&file.path) != file.mark) {
            None => Ok(()),
            Some(lost) => Err(StoreError::Lost(lost.path.clone())),
        }
    }

    /// A write has gone well, or not.
    pub(super) fn note<T>(&self, written: &Result<T, StoreError>) {
        let trouble = match written {
            Ok(_) | Err(StoreError::Conflict) => None,
            Err(error) => Some(error.to_string()),
        };
        let mut known = self.trouble.lock().unwrap_or_else(PoisonError::into_inner);
        if known.is_none()
            && let Some(trouble) = &trouble
        {
            tracing::error!(trouble, "nothing can be saved");
        }
        *known = trouble;
    }

    pub(super) fn trouble(&self) -> Option<String> {
        self.trouble.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
