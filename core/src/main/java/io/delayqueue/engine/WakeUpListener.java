package io.delayqueue.engine;

import io.delayqueue.TopicName;
import io.delayqueue.store.WakeUps;

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
    void stop() {
        super.stop();
        subscription.close();
    }

    @Override
    void turn() {
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
        GroupRuntime runtime = groups.get(group);
        if (runtime != null) {
            runtime.pusher().newHead();
        }
    }

    @Override
    public void pusherResigned(String group) {
        GroupRuntime runtime = groups.get(group);
        if (runtime != null) {
            runtime.pusher().wake();
        }
    }

    @Override
    public void paused(TopicName topic) {
        GroupRuntime runtime = groups.get(topic.group());
        if (runtime != null) {
            runtime.paused(topic);
        }
    }

    @Override
    public void cancelled(TopicName topic, String id, long number) {
        groups.all().forEach(group -> group.cancelled(topic, id, number));
    }

    @Override
    public void replaced(TopicName topic, String id, long number) {
        groups.all().forEach(group -> group.replaced(topic, id, number));
    }

    @Override
    public void registryChanged() {
        registry.run();
    }
}
