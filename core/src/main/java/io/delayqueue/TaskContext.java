package io.delayqueue;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a callback can know of the task it runs, beside the payload. */
public interface TaskContext {

    /** {@return the group the task is in} */
    String group();

    /** {@return the topic the task is in} */
    String topic();

    /** {@return the task's id, unique in its group} */
    String id();

    /** {@return which attempt this is, from 1; a run that was cut off by a crash counts} */
    int attempt();

    /** {@return how many attempts there are before the task goes to the dead letters} */
    int maxAttempts();

    /** {@return when the task was due first, by the store's clock; the same on every attempt} */
    Instant dueAt();

    /**
     * When this attempt will be interrupted and count as failed. {@link #touch} moves it.
     *
     * @return the end of the time to run, by this machine's clock, or null if the task has no such limit
     */
    @Nullable
    Instant deadline();

    /**
     * Whether the outcome of this run counts no more: the task was removed or replaced meanwhile, or, after an outage, the
     * lease has ended and another instance may have the task. Known soon after it happened; ten seconds later at most, while
     * the store answers. A removal also interrupts the callback, unless its message is lost or the callback itself made it
     * on its own thread; a replacement does not. A long callback can ask now and then, and stop.
     *
     * @return whether it is known that the outcome will be discarded
     */
    boolean isCancelled();

    /**
     * Begins the time to run anew from now, so that a long callback which gets on is not interrupted; {@link #deadline}
     * then says the new end. Any thread may call it, as often as it likes: it costs no call of the store.
     *
     * <p>It does nothing if the task has no such limit, and nothing if the time is over: the interruption has come or
     * will, and {@link #deadline} stays in the past.
     */
    void touch();

    /** {@return the headers the task was added with; unmodifiable} */
    Map<String, String> headers();

    /** {@return the description the task was added with, if any} */
    @Nullable
    String description();
}
