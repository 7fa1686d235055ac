package io.delayqueue.demo.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class OrderRequestTests {

    @Test
    void shouldStripTheItem() {
        assertThat(new OrderRequest("  Tea \n", 3).requireItem()).isEqualTo("Tea");
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", " ", "a text that goes on and on, well beyond the sixty characters there are"})
    void shouldRefuseAnItemThatIsMissingOrTooLong(@Nullable String item) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new OrderRequest(item, 3).requireItem())
                .withMessageStartingWith("item must");
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 3600})
    void shouldAcceptATimeInRange(int seconds) {
        assertThat(new OrderRequest("Tea", seconds).requirePaymentTime()).isEqualTo(Duration.ofSeconds(seconds));
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(ints = {-1, 2, 3601})
    void shouldRefuseATimeOutOfRange(@Nullable Integer seconds) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new OrderRequest("Tea", seconds).requirePaymentTime())
                .withMessageStartingWith("paymentSeconds must");
    }
}
