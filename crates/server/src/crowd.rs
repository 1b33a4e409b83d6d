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

    /// Everybody who is here, and how often.
    pub(crate) fn all(&self) -> Vec<(K, u32)>
    where
        K: Copy,
    {
        self.here().iter().map(|(&who, &times)| (who, times)).collect()
    }

    /// How many are here, each counted once.
    pub(crate) fn count(&self) -> usize {
        self.here().len()
    }
}

impl<K: Copy + Eq + Hash> Crowd<K> {
    pub(crate) fn has(&self, who: K) -> bool {
        self.here().contains_key(&who)
    }

    /// Counts one more of these; `None` if there are `most` already. Dropping the result ends it.
    pub(crate) fn come(&self, who: K, most: u32) -> Option<Here<K>> {
        self.come_together(who, 1, most)
    }

    /// Counts so many more of these, unless that were more than `most`.
    pub(crate) fn come_together(&self, who: K, count: u32, most: u32) -> Option<Here<K>> {
        let mut here = self.here();
        let all = here.get(&who).copied().unwrap_or_default().saturating_add(count);
        if all > most {
            return None;
        }
        here.insert(who, all);
        Some(Here { crowd: self.clone(), who, count })
    }
}

/// One of them, or several, for as long as it is held.
#[derive(Debug)]
pub(crate) struct Here<K: Copy + Eq + Hash> {
    crowd: Crowd<K>,
    who: K,
    count: u32,
}

impl<K: Copy + Eq + Hash> Here<K> {
    pub(crate) fn who(&self) -> K {
        self.who
    }
}

impl<K: Copy + Eq + Hash> Drop for Here<K> {
    fn drop(&mut self) {
        let mut here = self.crowd.here();
        if let Some(times) = here.get_mut(&self.who) {
            *times -= self.count;
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
        let five = crowd.come_together(1, 5, 6).expect("they have room");
        assert!(crowd.come_together(1, 2, 6).is_none() && crowd.come_together(2, 6, 6).is_some());
        drop(five);
        assert_eq!(crowd.count(), 0);
    }
}
