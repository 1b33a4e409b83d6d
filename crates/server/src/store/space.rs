//! How much the file may grow: so much and no more, and never until the disk is full. What is open goes on all the same.

use std::{
    fmt,
    path::{Path, PathBuf},
};

use super::Store;

/// How much the house may keep.
#[derive(Clone, Copy, Debug)]
pub struct Space {
    /// The largest that the file may be, in bytes.
    pub most: u64,
    /// How much of the disk is left free, in bytes.
    pub free: u64,
}

impl Default for Space {
    fn default() -> Self {
        Self { most: u64::MAX, free: 256 << 20 }
    }
}

/// Why there is no room for more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Full {
    File { megabytes: u64, most: u64 },
    Disk { megabytes: u64, free: u64 },
}

impl fmt::Display for Full {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File { megabytes, most } => {
                write!(f, "the file has {megabytes} MB, and may have {most} (--most-disk)")
            }
            Self::Disk { megabytes, free } => {
                write!(f, "the disk has {megabytes} MB left, and {free} are to stay free (--free-disk)")
            }
        }
    }
}

impl Space {
    fn full(self, file: u64, left: u64) -> Option<Full> {
        let megabytes = |bytes: u64| bytes >> 20;
        if file >= self.most {
            return Some(Full::File { megabytes: megabytes(file), most: megabytes(self.most) });
        }
        (left < self.free).then(|| Full::Disk { megabytes: megabytes(left), free: megabytes(self.free) })
    }
}

/// How large the database is, with what is still to be brought into it.
fn size(database: &Path) -> u64 {
    let mut wal = database.as_os_str().to_owned();
    wal.push("-wal");
    [database.to_owned(), PathBuf::from(wal)]
        .iter()
        .filter_map(|file| file.metadata().ok())
        .map(|file| file.len())
        .sum()
}

/// What the system lets us write yet.
#[cfg(target_os = "linux")]
fn left(database: &Path) -> u64 {
    rustix::fs::statvfs(database).map_or(u64::MAX, |disk| disk.f_bavail.saturating_mul(disk.f_frsize))
}

#[cfg(not(target_os = "linux"))]
fn left(_: &Path) -> u64 {
    u64::MAX
}

impl Store {
    /// Why no more tables can be kept, if so.
    pub(crate) fn full(&self, space: Space) -> Option<Full> {
        // What another machine keeps is for those to watch who run it.
        let path = self.path.as_ref()?;
        space.full(size(path), left(path))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_room_until_the_file_is_large_or_the_disk_nearly_full() {
        let space = Space { most: 10 << 20, free: 5 << 20 };
        assert_eq!(space.full(9 << 20, 5 << 20), None);
        assert_eq!(space.full(10 << 20, 50 << 20), Some(Full::File { megabytes: 10, most: 10 }));
        assert_eq!(space.full(0, 4 << 20), Some(Full::Disk { megabytes: 4, free: 5 }));
        assert_eq!(Space::default().full(1 << 40, 1 << 40), None, "as usual only the disk counts");
    }

    #[test]
    fn the_disk_of_a_file_can_be_asked() {
        let file = tempfile::NamedTempFile::new().expect("a file");
        assert!(left(file.path()) > 0 && size(file.path()) == 0);
    }
}
