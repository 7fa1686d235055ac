package com.example.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.test.DelayQueueTestKit;
import io.delayqueue.test.autoconfigure.AutoConfigureDelayQueueTest;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

@SpringBootTest
@AutoConfigureDelayQueueTest
class SearchIndexTests {

    @Autowired
    DelayQueueTestKit kit;

    @Autowired
    SearchIndex index;

    @Test
    void documentShouldBeIndexedOnceFiveSecondsAfterItsLastChange() {
        for (int change = 0; change < 10; change++) {
            index.documentChanged("novel");
            kit.advance(Duration.ofSeconds(4));
        }
        assertThat(index.timesIndexed("novel")).isZero();
        assertThat(kit).hasTasks(1);

        kit.advance(Duration.ofSeconds(1));

        assertThat(index.timesIndexed("novel")).isEqualTo(1);
        assertThat(kit).hasNoTasks();
    }

    @Test
    void documentsShouldNotDelayEachOther() {
        index.documentChanged("poem");
        kit.advance(Duration.ofSeconds(4));
        index.documentChanged("essay");

        kit.advance(Duration.ofSeconds(1));

        assertThat(index.timesIndexed("poem")).isEqualTo(1);
        assertThat(index.timesIndexed("essay")).isZero();
    }
}
