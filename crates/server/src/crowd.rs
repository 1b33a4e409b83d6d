//! How many there are at once: connections of a guest, or of an address.

use std::{
    collections::HashMap,
    hash::Hash,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// Those who are here now, and how often each.
#[derive(Debug)]
pub(crate) struct Crowd<K>(Arc<Mutex<HashMap<K, u32>>>);

impl<K> Clone for Crowd<K> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<K> Default for Crowd<K> {
    fn default() -> Self {
        Self(Arc::default())
    }
}

impl<K> Crowd<K> {
    fn here(&self) -> MutexGuard<'_, HashMap<K, u32>> {
        // A panic elsewhere leaves counts that are still whole: go on with them.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many are here, each counted once.
    pub(crate) fn count(&self) -> usize {
        self.here().len()
    }
}

impl<K: Copy + Eq + Hash> Crowd<K> {
    /// Counts one more of these; `None` if there are `most` already. Dropping the result ends it.
    pub(crate) fn come(&self, who: K, most: u32) -> Option<Here<K>> {
        let mut here = self.here();
        let times = here.get(&who).copied().unwrap_or_default();
        if times >= most {
            return None;
        }
        here.insert(who, times + 1);
        Some(Here { crowd: self.clone(), who })
    }
}

/// One of them, for as long as it is held.
#[derive(Debug)]
pub(crate) struct Here<K: Copy + Eq + Hash> {
    crowd: Crowd<K>,
    who: K,
}

impl<K: Copy + Eq + Hash> Drop for Here<K> {
    fn drop(&mut self) {
        let mut here = self.crowd.here();
        if let Some(times) = here.get_mut(&self.who) {
            *times -= 1;
            if *times == 0 {
                here.remove(&self.who);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_is_counted_up_to_the_limit_and_back() {
        let crowd = Crowd::default();
        let (first, second) = (crowd.come(1, 2), crowd.come(1, 2));
        assert!(first.is_some() && second.is_some());
        assert!(crowd.come(1, 2).is_none());
        assert!(crowd.come(2, 2).is_some());
        assert_eq!(crowd.count(), 1);
        drop(first);
        assert!(crowd.come(1, 2).is_some());
        drop(second);
        assert_eq!(crowd.count(), 0);
    }
}
