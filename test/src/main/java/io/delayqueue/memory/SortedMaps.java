package io.delayqueue.memory;

import java.util.NavigableMap;

/** Creates the sorted maps of the store. */
@FunctionalInterface
interface SortedMaps {

    /** Creates an empty map, sorted by the natural order of its keys. */
    <K extends Comparable<? super K>, V> NavigableMap<K, V> create();
}
