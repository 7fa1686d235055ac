package io.delayqueue.jdbc;

import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.log.Loggers;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/** Whether the store and the database can be used for repeated work. A problem is logged once, until an attempt succeeds. */
final class StoreState {

    private static final Logger log = Loggers.of(StoreState.class);

    private final String work;

    /** What the last failed attempt has reported; null if all goes well. */
    private volatile @Nullable String problem;

    /** The groups of which the store has taken no changes, and not answered since. */
    private final Set<String> away = ConcurrentHashMap.newKeySet();

    /**
     * Creates a state.
     *
     * @param work the repeated work, for messages, as the beginning of a sentence
     */
    StoreState(String work) {
        this.work = work;
    }

    /** {@return whether the store answered, and took changes, when it was called last for a group} */
    boolean isThere(String group) {
        return !away.contains(group);
    }

    /** Notes that the store takes no changes of a group. */
    void away(String group) {
        away.add(group);
    }

    /** Notes that the store has answered. A step without a call of the store does not show that the store is there. */
    void answered(String group) {
        away.remove(group);
    }

    /** Attempts the work; returns whether it succeeded. Whatever is left is done by a later attempt. */
    boolean attempt(Runnable step) {
        try {
            step.run();
            if (away.isEmpty() && problem != null) {
                problem = null;
                log.info("{} goes on", work);
            }
            return true;
        } catch (TaskStoreUnavailableException e) {
            waits("the store takes no changes", e);
        } catch (DataAccessException | TransactionException e) {
            // A driver can hide that there was no memory for the rows.
            waits(e.contains(OutOfMemoryError.class) ? "memory is full" : "the database fails", e);
        } catch (RuntimeException | Error e) {
            // Also of an error, because no other thread would attempt the work.
            if (isNew(e.toString())) {
                log.error("{} waits, because of a failure", work, e);
            }
        }
        return false;
    }

    private void waits(String why, RuntimeException e) {
        if (isNew(why)) {
            log.warn("{} waits, because {}: {}", work, why, e.getMessage());
        }
    }

    private boolean isNew(String now) {
        boolean isNew = !now.equals(problem);
        problem = now;
        return isNew;
    }
}
