package io.delayqueue.callback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AllowedCallbacksTests {

    @Test
    void aClassShouldAllowItselfAndNothingElse() {
        AllowedCallbacks allowed = new AllowedCallbacks(List.of("com.example.Mail$Send"));
        assertThat(allowed.allows("com.example.Mail$Send")).isTrue();
        assertThat(allowed.allows("com.example.Mail$SendAll")).isFalse();
        assertThat(allowed.allows("com.example.Mail")).isFalse();
    }

    @Test
    void aPackageShouldAllowWhatIsInAndBelowIt() {
        AllowedCallbacks allowed = new AllowedCallbacks(List.of("com.example.*"));
        assertThat(allowed.allows("com.example.Mail")).isTrue();
        assertThat(allowed.allows("com.example.mail.Send")).isTrue();
        assertThat(allowed.allows("com.examples.Mail")).isFalse();
        assertThat(allowed.allows("com.example")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"*", "", "com.*.Mail", "com.example.", ".*", "com.example.**", "com example"})
    void whatIsNeitherShouldBeRefused(String pattern) {
        assertThatThrownBy(() -> new AllowedCallbacks(List.of(pattern)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("allowedCallbacks must be class names, or packages as com.example.*, but one is '" + pattern
                        + "'");
    }
}
