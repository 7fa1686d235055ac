package com.example.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.doNothing;
import static org.mockito.Mockito.doThrow;

import io.delayqueue.test.DelayQueueTestKit;
import io.delayqueue.test.autoconfigure.AutoConfigureDelayQueueTest;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.context.bean.override.mockito.MockitoBean;

@SpringBootTest
@AutoConfigureDelayQueueTest
class LedgerTests {

    @Autowired
    DelayQueueTestKit kit;

    @Autowired
    Ledger ledger;

    @MockitoBean
    Bank bank;

    @BeforeEach
    void empty(@Autowired JdbcClient database) {
        database.sql("delete from entries").update();
        database.sql("delete from accounts").update();
    }

    @Test
    void entryThatTheBankDoesNotConfirmShouldHoldUpItsCustomerOnly() {
        doThrow(new IllegalStateException("away")).when(bank).confirm(new Entry("ada", 1));
        ledger.enter("ada", 1);
        ledger.enter("ada", 2);
        ledger.enter("ben", 3);

        kit.runDue();
        assertThat(ledger.entries("ada")).isEmpty();
        assertThat(ledger.entries("ben")).extracting(Ledger.Posted::balance).containsExactly(3L);

        doNothing().when(bank).confirm(new Entry("ada", 1));
        kit.advance(Duration.ofSeconds(1));
        assertThat(ledger.entries("ada")).extracting(Ledger.Posted::balance).containsExactly(1L, 3L);
        assertThat(kit).hasNoTasks();
    }

    /** The process dies after the commit, before the task is finished. */
    @Test
    void entryThatIsDeliveredTwiceShouldBePostedOnce() {
        ledger.enter("ada", 1);
        ledger.enter("ada", 2);

        kit.nextCallback("ledger", "post").crashesAfter();
        kit.runDue();
        assertThat(ledger.entries("ada")).extracting(Ledger.Posted::balance).containsExactly(1L);

        kit.advance(Duration.ofSeconds(30)); // the lease
        assertThat(kit).delivered("ledger", "post", 3).hasNoTasks();
        assertThat(ledger.entries("ada")).extracting(Ledger.Posted::balance).containsExactly(1L, 3L);
    }

    /** Two days of retries end with a dead letter, which lets the next entry pass. */
    @Test
    void entryThatTheBankNeverConfirmsShouldBeADeadLetterAndLetTheNextPass() {
        doThrow(new IllegalStateException("away")).when(bank).confirm(new Entry("ada", 1));
        ledger.enter("ada", 1);
        ledger.enter("ada", 2);

        kit.advance(Duration.ofDays(2));

        assertThat(kit).dead("ledger", "post").withError("away");
        assertThat(ledger.entries("ada")).extracting(Ledger.Posted::balance).containsExactly(2L);
    }
}
