package io.delayqueue.internal.group;

import io.delayqueue.TopicName;
import io.delayqueue.internal.consume.TopicConsumer;
import io.delayqueue.internal.drive.Driver;
import io.delayqueue.internal.drive.EngineJob;
import io.delayqueue.store.WakeUps;
import java.util.function.Consumer;

/** Receives the messages of other instances. Subscribes again whenever the connection breaks. */
final class WakeUpListener extends EngineJob implements WakeUps.Listener {

    final WakeUps.Subscription subscription;

    private final Groups groups;

    private final Runnable registry;

    WakeUpListener(WakeUps wakeUps, Groups groups, Runnable registry, Driver driver) {
        super(driver::threadJob, "wake-up-listener");
        this.groups = groups;
        this.registry = registry;
        this.subscription = wakeUps.open(this);
    }

    /** Ends the subscription, though it may not be run by this job. */
    void stop() {
        handle.stop();
        subscription.close();
    }

    @Override
    public void interruptWait() {
        subscription.close();
    }

    @Override
    public long run() {
        subscription.run();
        return 0;
    }

    /** Earlier messages are lost, so everything is checked. */
    @Override
    public void subscribed() {
        handle.succeeded();
        registry.run();
        groups.all().forEach(group -> group.pusher.handle().wake());
    }

    @Override
    public void alive() {
        handle.alive();
    }

    @Override
    public void earlierTask(String group) {
        forGroup(group, runtime -> runtime.pusher.earlierTask());
    }

    @Override
    public void pusherResigned(String group) {
        forGroup(group, runtime -> runtime.pusher.handle().wake());
    }

    @Override
    public void paused(TopicName topic) {
        forTopic(topic, consumer -> consumer.executions().giveBackWaiting());
    }

    @Override
    public void removed(TopicName topic, String id, long number, boolean replaced) {
        forTopic(topic, consumer -> consumer.watch().discard(id, number, !replaced));
    }

    @Override
    public void interrupted(TopicName topic, String id, long number) {
        forTopic(topic, consumer -> consumer.watch().interrupted(id, number));
    }

    private void forTopic(TopicName topic, Consumer<TopicConsumer> action) {
        forGroup(topic.group(), runtime -> runtime.forTopic(topic, action));
    }

    private void forGroup(String group, Consumer<GroupRuntime> action) {
        groups.all().stream().filter(runtime -> runtime.group().equals(group)).forEach(action);
    }

    @Override
    public void registryChanged() {
        registry.run();
    }
}
