package io.delayqueue.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.TaskState;
import io.delayqueue.store.ModelLosses.Loss;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Random edits, which set when a task is due next, pause it, or leave it in its place. */
final class ModelEdits {

    private final TaskStore store;

    private final StoreModel model;

    private final ModelTimes times;

    private final ModelDraw draw;

    private final ModelCheck check;

    private final ModelLosses losses;

    ModelEdits(
            TaskStore store, StoreModel model, ModelTimes times, ModelDraw draw, ModelCheck check, ModelLosses losses) {
        this.store = store;
        this.model = model;
        this.times = times;
        this.draw = draw;
        this.check = check;
        this.losses = losses;
    }

    private @Nullable Long time() {
        return switch (draw.random.nextInt(5)) {
            case 0 -> null;
            case 1 -> times.future();
            case 2 -> TaskEdit.PAUSED_UNTIL;
            default -> times.past();
        };
    }

    void edit(Consumer<String> saying) {
        String id = draw.ids(1).get(0);
        Long time = time();
        saying.accept(id + " to " + time);
        ModelTask task = model.get(id);
        // Of one that waits, as the change of a repetition does.
        boolean moves = task != null && time != null && task.state == TaskState.DELAYED && time < TaskEdit.PAUSED_UNTIL;
        Loss[] loss = {Loss.NONE};
        long before = times.fresh();
        boolean edited = store.edit(model.group, id, (json, info) -> {
            loss[0] = losses.amid(List.of(id));
            return new TaskEdit.Edited(moves ? withDue(json, time) : json, time);
        });
        assertThat(edited).as("edited").isEqualTo(task != null);
        if (task != null && time != null) {
            model.edit(task, time, moves ? time : task.due.from());
            model.settle(before);
        }
        loss[0].meanwhile().run();
        check.find(List.of(id));
    }

    private static byte[] withDue(byte[] json, long due) {
        return new String(json, UTF_8).replaceFirst("\\d+", String.valueOf(due)).getBytes(UTF_8);
    }
}
