package com.example.parcels;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.TaskState;
import io.delayqueue.test.DelayQueueTestKit;
import io.delayqueue.test.autoconfigure.AutoConfigureDelayQueueTest;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

@SpringBootTest
@AutoConfigureDelayQueueTest(clear = false)
class ParcelsTests {

    @Autowired
    DelayQueueTestKit kit;

    @Test
    void parcelsOfAnInstanceThatWasKilledShouldBeDeliveredByAnother() {
        kit.runDue();
        assertThat(kit).finished("parcels", "truck", 1).hasTasks("parcels", "deliver", 12);

        kit.nextCallback("parcels", "deliver").crashes();
        kit.advance(Duration.ofSeconds(2));
        assertThat(kit).hasTask("parcels", "deliver").withState(TaskState.RESERVED);

        kit.advance(Duration.ofSeconds(5)); // the lease
        assertThat(kit).finished("parcels", "deliver", 12);
    }
}
