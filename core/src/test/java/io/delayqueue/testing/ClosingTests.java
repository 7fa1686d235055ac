package io.delayqueue.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClosingTests {

    private final List<String> closed = new ArrayList<>();

    @Test
    void closeShouldCloseTheNewestFirstAndAllOfThemWhateverFails() {
        IllegalStateException failure = new IllegalStateException("second");
        Closing closing = new Closing();
        closing.closing(() -> closed.add("first"));
        closing.closing(() -> {
            throw failure;
        });
        closing.closing(() -> closed.add("third"));
        assertThatThrownBy(closing::close).hasSuppressedException(failure);
        assertThat(closed).containsExactly("third", "first");
        closing.close();
        assertThat(closed).hasSize(2);
    }
}
