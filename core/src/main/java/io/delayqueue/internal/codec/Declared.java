package io.delayqueue.internal.codec;

import io.delayqueue.store.LimitStore.Declaration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What an instance declares in a group.
 *
 * @param schedules the ids of repeating tasks
 * @param limits the limits
 */
public record Declared(Set<String> schedules, Declaration limits) {

    /** Declares nothing. */
    public static final Declared NOTHING = new Declared(Set.of(), new Declaration(List.of(), Map.of()));
}
