package io.delayqueue.internal.group;

import io.delayqueue.TopicName;
import io.delayqueue.internal.drive.Loop;
import io.delayqueue.internal.drive.Outage;
import io.delayqueue.store.WakeUps;
import java.util.function.Consumer;

/** Hears what other instances say, and subscribes again whenever the connection breaks. */
final class WakeUpListener extends Loop implements WakeUps.Listener {

    private final WakeUps.Subscription subscription;

    private final Groups groups;

    private final Runnable registry;

    WakeUpListener(WakeUps wakeUps, Groups groups, Runnable registry, Outage outage) {
        super("wake-up-listener", outage);
        this.groups = groups;
        this.registry = registry;
        this.subscription = wakeUps.open(this);
    }

    WakeUps.Subscription subscription() {
        return subscription;
    }

    @Override
    public void stop() {
        super.stop();
        subscription.close();
    }

    @Override
    protected void turn() {
        subscription.run();
    }

    /** What was said before is lost, so look at everything. */
    @Override
    public void subscribed() {
        succeeded();
        registry.run();
        groups.all().forEach(group -> group.pusher().wake());
    }

    @Override
    public void newHead(String group) {
        forGroup(group, runtime -> runtime.pusher().newHead());
    }

    @Override
    public void pusherResigned(String group) {
        forGroup(group, runtime -> runtime.pusher().wake());
    }

    @Override
    public void paused(TopicName topic) {
        forGroup(topic.group(), runtime -> runtime.paused(topic));
    }

    @Override
    public void removed(TopicName topic, String id, long number) {
        forGroup(topic.group(), runtime -> runtime.removed(topic, id, number));
    }

    @Override
    public void replaced(TopicName topic, String id, long number) {
        forGroup(topic.group(), runtime -> runtime.replaced(topic, id, number));
    }

    private void forGroup(String group, Consumer<GroupRuntime> action) {
        GroupRuntime runtime = groups.get(group);
        if (runtime != null) {
            action.accept(runtime);
        }
    }

    @Override
    public void registryChanged() {
        registry.run();
    }
}
