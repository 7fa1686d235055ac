package io.delayqueue.memory;

import java.util.NavigableMap;

/** Makes the sorted maps of which the store is built. */
@FunctionalInterface
interface SortedMaps {

    /** An empty map, sorted by the natural order of its keys. */
    <K extends Comparable<? super K>, V> NavigableMap<K, V> create();
}
