/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

import io.leaderelection.protocol.ElectionTiming;
import io.leaderelection.protocol.InvalidTimingException;
import io.leaderelection.store.StoreTraits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link ElectionEngineBuilder}.
 */
class ElectionEngineBuilderTests extends EngineRig {

	private static final StoreTraits SHARED = new StoreTraits("session", StoreTraits.Clock.STORE, Duration.ofSeconds(1),
			Duration.ofMinutes(1), true, true, true, true);

	private static ElectionTiming lease(long seconds) {
		return ElectionTiming.builder().lease(Duration.ofSeconds(seconds)).build();
	}

	private static ElectionSettings settings(long lease) {
		return ElectionSettings.of(lease(lease));
	}

	@Test
	void candidateIdIsDrawnForEachEngine() {
		Set<String> ids = new HashSet<>();
		for (int i = 0; i < 100; i++) {
			ids.add(builder().instanceName("same").build().instance());
		}
		assertThat(ids).hasSize(100).allMatch((id) -> id.matches("same-[0-9a-z]{6}"));
	}

	@Test
	void instanceNameIsHostAndProcessUnlessGiven() {
		assertThat(builder().instanceName(null).build().instance()).contains("-" + ProcessHandle.current().pid() + "-");
	}

	@ParameterizedTest
	@ValueSource(longs = { 0, -1 })
	void vacancyThresholdMustBeAboveZero(long seconds) {
		assertThatIllegalArgumentException().isThrownBy(() -> builder().vacancyThreshold(Duration.ofSeconds(seconds)))
			.withMessageContaining("Use a duration above 0s");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "  ", "a\nb" })
	void instanceNameMustBeReadable(String name) {
		assertThatIllegalArgumentException().isThrownBy(() -> builder().instanceName(name))
			.withMessageStartingWith("Instance name");
	}

	@Test
	void instanceNameMustNotBeTooLong() {
		assertThat(builder().instanceName("x".repeat(248)).build().instance()).hasSize(255);
		assertThatIllegalArgumentException().isThrownBy(() -> builder().instanceName("x".repeat(249)))
			.withMessageContaining("1 to 248");
	}

	@Test
	void namespaceIsChecked() {
		assertThatIllegalArgumentException().isThrownBy(() -> builder().namespace(""))
			.withMessageContaining("Namespace is empty");
		assertThat(builder().namespace("orders").build().namespace()).isEqualTo("orders");
	}

	@Test
	void electionWithItsOwnTimingKeepsIt() {
		ElectionEngine engine = builder().timing(lease(10)).election("fast", settings(2)).build();
		engine.join("fast");
		engine.join("slow");
		engine.start();
		assertThat(engine.get("fast").status().leaseRemaining()).isEqualTo(Duration.ofMillis(1800));
		assertThat(engine.get("slow").status().leaseRemaining()).isEqualTo(Duration.ofSeconds(9));
	}

	@Test
	void leaseThatTheStoreDoesNotSupportIsRejected() {
		assertThatExceptionOfType(InvalidTimingException.class).isThrownBy(() -> builder(SHARED).timing(lease(61)))
			.withMessageContaining("session");
		assertThatExceptionOfType(InvalidTimingException.class)
			.isThrownBy(() -> builder(SHARED).election("fast", settings(61)));
	}

	@Test
	void electionsThatShareALeaseNeedTheSameDuration() {
		assertThatExceptionOfType(InvalidTimingException.class)
			.isThrownBy(() -> builder(SHARED).timing(lease(10)).election("fast", settings(2)).build())
			.withMessageContainingAll("'fast'", "Remove it");
		assertThat(builder(SHARED).timing(lease(10)).election("same", settings(10)).build()).isNotNull();
	}

}
