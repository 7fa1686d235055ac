package io.delayqueue.migrate;

import io.delayqueue.IfExists;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Queue of another library or of the application, from which a {@link Migration} moves tasks: {@link RedissonQueue}, {@link RqueueQueue},
 * {@link SortedSet} or {@link Rows}.
 *
 * <p>Each method is one atomic step, which can be repeated. An element is the peer's, or taken: then it is beside the keys of the peer,
 * which does not see it.
 */
public abstract class TaskSource {

    /** Number of the first pass: it goes through the elements that were taken and not ended. */
    static final int TAKEN = 0;

    /** Instead of the name of a change: the element is the peer's again, and the next name of its change is another one. */
    static final String BACK = "back";

    final String name;

    /**
     * Creates a source.
     *
     * @param name a part of the names of changes: equal for the same queue in each process
     */
    TaskSource(String name) {
        this.name = name;
    }

    /**
     * Returns how a task is added.
     *
     * @param chosen whether its id is the application's
     */
    IfExists ifExists(boolean chosen) {
        return IfExists.KEEP;
    }

    /** {@return the decoder of payloads if the migration has none; null if it must have one} */
    Migration.@Nullable Decoder decoder() {
        return RedisSource::text;
    }

    /** {@return the payload, as bytes for the decoder or as it is; throws if the element cannot be read} */
    abstract Object content(Element element);

    /** {@return the due time in milliseconds since the epoch} */
    long due(Element element) {
        return (long) element.time();
    }

    /** Throws if the source may not be moved to this group. */
    void check(String group) {}

    /** Notes what a plan says beside its figures. */
    void note(MigrationReport plan) {}

    /** {@return how often elements are gone through, each time from the beginning, in one place or another} */
    abstract int passes();

    /** {@return whether a plan goes through the elements of a pass} */
    boolean isPlanned(int pass) {
        return pass != TAKEN;
    }

    /** {@return the number of elements of a pass; the largest number if they cannot be counted before they are read} */
    abstract long size(int pass);

    /** {@return elements of a pass, after the first "skip"; none at the end} */
    abstract List<Element> peek(int pass, long skip);

    /** Takes those elements of a peek that are still there. Returns their scores; empty for those that are not. Changes nothing for taken ones. */
    abstract List<String> take(int pass, List<Element> elements);

    /** {@return those of the taken elements that the peer itself would not deliver} */
    Collection<Element> ignored(Collection<Element> elements) {
        return List.of();
    }

    /**
     * Lets taken elements go, or gives them back.
     *
     * @param ends for each the name of the change that has added its task, which the source remembers until it is forgotten; empty if the
     *     task is not needed, or {@link #BACK}
     */
    abstract void end(Map<Element, String> ends);

    /** {@return names that are remembered; none if there are no more} */
    List<String> names() {
        return List.of();
    }

    /** Forgets names that are confirmed. */
    void forget(List<String> names) {}

    /** {@return whether elements that were let go cannot come back, so that the names of their changes can be confirmed} */
    boolean forgets() {
        return true;
    }
}
