package io.delayqueue.memory;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Collection;
import java.util.Iterator;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Sorted maps that count operations: each call, each comparison of keys, and each step of an iteration. */
final class CountedMaps implements SortedMaps {

    private long counted;

    @Override
    @SuppressWarnings("unchecked")
    public <K extends Comparable<? super K>, V> NavigableMap<K, V> create() {
        NavigableMap<K, V> map = new TreeMap<>((one, other) -> {
            counted++;
            return one.compareTo(other);
        });
        return (NavigableMap<K, V>) watched(map, NavigableMap.class);
    }

    /** Returns the number of operations since the last call. */
    long counted() {
        long all = counted;
        counted = 0;
        return all;
    }

    private Object watched(Object target, Class<?> type) {
        InvocationHandler handler = (proxy, method, arguments) -> {
            counted++;
            try {
                return watchedToo(method.invoke(target, arguments));
            } catch (InvocationTargetException e) {
                throw e.getTargetException();
            }
        };
        return Proxy.newProxyInstance(CountedMaps.class.getClassLoader(), new Class<?>[] {type}, handler);
    }

    private @Nullable Object watchedToo(@Nullable Object result) {
        for (Class<?> type : new Class<?>[] {NavigableMap.class, Set.class, Collection.class, Iterator.class}) {
            if (type.isInstance(result)) {
                return watched(result, type);
            }
        }
        return result;
    }
}
