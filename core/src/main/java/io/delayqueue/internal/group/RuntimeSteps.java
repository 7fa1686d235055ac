package io.delayqueue.internal.group;

import io.delayqueue.TaskStoreException;
import io.delayqueue.TopicName;
import io.delayqueue.internal.consume.TopicConsumer;
import io.delayqueue.internal.consume.TopicExecutions;
import io.delayqueue.internal.drive.BackgroundJob;
import io.delayqueue.internal.drive.GroupContext;
import io.delayqueue.internal.drive.GroupSteps;
import io.delayqueue.internal.drive.JobHandle;
import io.delayqueue.internal.run.TaskExecution;
import io.delayqueue.log.Loggers;
import java.util.Collection;
import java.util.stream.Stream;
import org.slf4j.Logger;

/** Does the work of a group's runtime in steps. */
final class RuntimeSteps implements GroupSteps {

    private static final Logger log = Loggers.of(RuntimeSteps.class);

    private final GroupRuntime runtime;

    private final GroupContext context;

    RuntimeSteps(GroupRuntime runtime, GroupContext context) {
        this.runtime = runtime;
        this.context = context;
    }

    @Override
    public String group() {
        return context.group();
    }

    @Override
    public void maintain() {
        runtime.maintain(context.time().now(), leased());
    }

    @Override
    public JobHandle acknowledging() {
        return runtime.acknowledger().handle();
    }

    @Override
    public void reclaimLost() {
        runtime.all().forEach(TopicConsumer::reclaimLost);
    }

    @Override
    public JobHandle pushing() {
        return runtime.pusher().handle();
    }

    @Override
    public boolean isElected() {
        return runtime.pusher().isElected();
    }

    /** Pushes for a puller, whose trouble is not that of pushes. */
    void pushForPuller() {
        try {
            while (runtime.pusher().run() <= 0) {
                log.trace("More of {} is due", group());
            }
        } catch (TaskStoreException e) {
            log.debug("{} could not be pushed", group(), e);
        }
    }

    @Override
    public Collection<TopicName> topics() {
        return runtime.consumers().map(TopicConsumer::topic).toList();
    }

    @Override
    public boolean wantsMore(TopicName topic) {
        return runtime.consumer(topic).wantsMore();
    }

    @Override
    public void reserve(TopicName topic) {
        TopicConsumer consumer = runtime.consumer(topic);
        consumer.signalled();
        consumer.fill();
    }

    @Override
    public long untilNext() {
        long now = context.time().now();
        return Math.min(runtime.untilRenewal(now), untilInterruption(now));
    }

    private long untilInterruption(long now) {
        return leased().filter(execution ->
                        execution.isRunning() && !execution.caller().isPaused())
                .flatMap(execution -> Stream.ofNullable(execution.untilInterruption(now, TopicExecutions.GRACE)))
                .min(Long::compare)
                .orElse(BackgroundJob.NEVER);
    }

    /** In the order of the deliveries, so that the same use has the same history. */
    private Stream<TaskExecution> leased() {
        return runtime.executions().sorted(TopicExecutions.BY_DELIVERY);
    }

    /** Ends as the process does in a crash: what is leased stays leased. */
    void crash() {
        leased().forEach(TaskExecution::crash);
    }
}
