package io.delayqueue.autoconfigure;

import io.delayqueue.AddInterceptor;
import io.delayqueue.Task;
import io.delayqueue.TopicName;
import io.delayqueue.log.Loggers;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Warns once of a task that is added inside a Spring transaction although the queue does not wait for the commit. An add after the
 * commit is none: the completion of the transaction, which has begun by then, does not begin for it.
 */
final class TransactionWarning implements AddInterceptor {

    private static final Logger log = Loggers.of(TransactionWarning.class);

    private final String property;

    /** Whether a transaction is watched, or the warning has been logged. */
    private final AtomicBoolean taken = new AtomicBoolean();

    /**
     * Creates a warning.
     *
     * @param property the property that lets the tasks of this queue wait for the commit
     */
    TransactionWarning(String property) {
        this.property = property;
    }

    @Override
    public Addition begin(List<Task> tasks) {
        if (!taken.get()
                && TransactionSynchronizationManager.isActualTransactionActive()
                && TransactionSynchronizationManager.isSynchronizationActive()
                && taken.compareAndSet(false, true)) {
            TransactionSynchronizationManager.registerSynchronization(
                    new Watch(tasks.get(0).topic()));
        }
        return new Unchanged(tasks);
    }

    private record Unchanged(List<Task> tasks) implements Addition {

        @Override
        public void end(@Nullable Throwable failure) {}
    }

    private final class Watch implements TransactionSynchronization {

        private final TopicName topic;

        private boolean warned;

        Watch(TopicName topic) {
            this.topic = topic;
        }

        @Override
        public void beforeCompletion() {
            warned = true;
            log.warn(
                    "A task of {} was added inside a transaction, before its commit: it stays if the transaction is rolled"
                            + " back, and may run before the commit. With {}=true tasks are added after the commit; false"
                            + " keeps the present way without this warning",
                    topic,
                    property);
        }

        @Override
        public void afterCompletion(int status) {
            if (!warned) {
                taken.set(false);
            }
        }
    }
}
