package io.delayqueue.store;

import io.delayqueue.IfExists;
import io.delayqueue.Priority;
import io.delayqueue.store.NewTask.AddMode;

/** Tasks of normal priority that keep an existing one and run once. */
public final class TestTasks {

    /** How they are added. */
    public static final AddMode MODE = new AddMode(Priority.NORMAL, IfExists.KEEP, false);

    private TestTasks() {}

    public static NewTask task(String topic, String id, long time, boolean relative, byte[] detail) {
        return new NewTask(topic, id, time, relative, detail, MODE);
    }
}
