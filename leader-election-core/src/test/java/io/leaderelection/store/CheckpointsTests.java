/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class CheckpointsTests {

	@Test
	void textIsReadableAndOrdered() {
		Checkpoints checkpoints = Checkpoints.of(3, Map.of("last invoice", "4711", "a=b", "\u00e4|~\\\n"));
		assertThat(checkpoints.text()).isEqualTo("a~003db=~00e4~007c~007e~005c~000a|last invoice=4711|");
		assertThat(checkpoints.values()).isEqualTo(Map.of("last invoice", "4711", "a=b", "\u00e4|~\\\n"));
		assertThat(checkpoints.versionAlone()).isEqualTo(new Checkpoints(3, ""));
		assertThat(Checkpoints.of(3, Map.of())).isEqualTo(new Checkpoints(3, ""));
	}

	@Test
	void anyNotesSurvive() {
		Random random = new Random(1);
		for (int i = 0; i < 2000; i++) {
			Map<String, String> values = new HashMap<>();
			for (int j = random.nextInt(5); j > 0; j--) {
				values.put(text(random), text(random));
			}
			Checkpoints checkpoints = Checkpoints.of(i, values);
			assertThat(checkpoints.text()).matches("[ -}&&[^\\\\]]*|[ -~&&[^\\\\]]*");
			assertThat(checkpoints.values()).isEqualTo(values);
			assertThat(Checkpoints.read(Long.toString(i), checkpoints.text())).isEqualTo(checkpoints);
		}
	}

	@Test
	void outcomesTakeTheTextThatIsKeptBesideTheVersion() {
		Checkpoints version = new Checkpoints(3, "");
		Checkpoints whole = new Checkpoints(3, "a=b|");
		Outcome.Granted granted = new Outcome.Granted(7, Duration.ofSeconds(1), Duration.ZERO, version);
		assertThat(granted.withCheckpointText("a=b|"))
			.isEqualTo(new Outcome.Granted(7, Duration.ofSeconds(1), Duration.ZERO, whole));
		Outcome.Leased leased = new Outcome.Leased("a", Instant.EPOCH, 7, Duration.ofSeconds(1), Duration.ZERO,
				Map.of("zone", "x"), version);
		assertThat(leased.withCheckpointText("a=b|")).isEqualTo(new Outcome.Leased("a", Instant.EPOCH, 7,
				Duration.ofSeconds(1), Duration.ZERO, Map.of("zone", "x"), whole));
		assertThat(new Outcome.Free(7, true, version).withCheckpointText("a=b|"))
			.isEqualTo(new Outcome.Free(7, true, whole));
		assertThat(new Outcome.Free(7, true).withCheckpointText("a=b|")).isEqualTo(new Outcome.Free(7, true));
		assertThat(new Outcome.Lost().withCheckpointText("a=b|")).isEqualTo(new Outcome.Lost());
	}

	private static String text(Random random) {
		StringBuilder text = new StringBuilder();
		for (int i = random.nextInt(6); i > 0; i--) {
			text.append((char) (random.nextBoolean() ? random.nextInt(128) : random.nextInt(0x10000)));
		}
		return text.toString();
	}

	@ParameterizedTest
	@ValueSource(strings = { "a", "a=", "a|", "=", "|", "a=b", "a=b|c", "a=b|c=d", "a=~|", "a=~00|", "a=~00zz|",
			"a=~+123|", "{}", "a=\u00e4|", "a=b\n|", "a=b|a=c|", "a=b=c|", "~", "\\" })
	void anythingElseIsNotUnderstood(String text) {
		Checkpoints broken = Checkpoints.read("7", text);
		assertThat(broken.version()).isEqualTo(7);
		assertThat(broken.text()).isEqualTo(text);
		assertThat(broken.isUnderstood()).isFalse();
		assertThatIllegalArgumentException().isThrownBy(broken::values);
	}

	@Test
	void invalidVersionOrTooLongTextIsNotUnderstood() {
		for (String version : new String[] { "", "x", "-1", "2305843009213693953", "4611686018427387904",
				"9223372036854775807", "1.5" }) {
			Checkpoints broken = Checkpoints.read(version, "a=b|");
			assertThat(broken.version()).isZero();
			assertThat(broken.isUnderstood()).isFalse();
		}
		assertThat(Checkpoints.read("5", "a=b|".repeat(20_000)).isUnderstood()).isFalse();
		assertThat(Checkpoints.read(null, null)).isEqualTo(Checkpoints.NONE);
		assertThatIllegalArgumentException().isThrownBy(() -> new Checkpoints(-1, ""));
	}

}
