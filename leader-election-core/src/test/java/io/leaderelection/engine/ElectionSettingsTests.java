/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import io.leaderelection.ElectionStatus;
import io.leaderelection.LeaderElection;
import io.leaderelection.OnLoss;
import io.leaderelection.protocol.ElectionTiming;
import io.leaderelection.protocol.Entropy;
import io.leaderelection.protocol.Preference;
import io.leaderelection.store.Acquire;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;
import io.leaderelection.work.EnteredCall;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests that each setting of an election changes what the engine does.
 */
class ElectionSettingsTests extends EngineRig {

	/** Durations of which each can be a little shorter. */
	private static final ElectionSettings COMMON = ElectionSettings
		.of(ElectionTiming.builder().lease(Duration.ofSeconds(15)).renewInterval(Duration.ofSeconds(4)).build());

	static Stream<String> components() {
		return Stream.of(ElectionTiming.class, ElectionSettings.class)
			.flatMap((type) -> Stream.of(type.getRecordComponents()))
			.map(RecordComponent::getName)
			.filter((name) -> !name.equals("timing"));
	}

	/** Returns settings that differ from the common ones in one component. */
	private static ElectionSettings different(String component) throws ReflectiveOperationException {
		return switch (component) {
			case "tenure" -> COMMON.withTenure(Tenure.of(Duration.ofSeconds(8)));
			case "preference" -> COMMON.withPreference(new Preference(1, false, Duration.ofSeconds(4)));
			case "autoStartup" -> COMMON.withAutoStartup(false);
			case "partitions" -> COMMON.withPartitions(2);
			default -> COMMON.withTiming(shorter(component));
		};
	}

	private static ElectionTiming shorter(String component) throws ReflectiveOperationException {
		List<Duration> durations = new ArrayList<>();
		for (RecordComponent duration : ElectionTiming.class.getRecordComponents()) {
			Duration value = (Duration) duration.getAccessor().invoke(COMMON.timing());
			durations.add(duration.getName().equals(component) ? value.multipliedBy(9).dividedBy(10) : value);
		}
		return (ElectionTiming) ElectionTiming.class.getDeclaredConstructors()[0].newInstance(durations.toArray());
	}

	@ParameterizedTest
	@MethodSource("components")
	void everySettingChangesWhatTheEngineDoes(String component) throws ReflectiveOperationException {
		List<String> common = new Life().trace(COMMON);
		assertThat(new Life().trace(COMMON)).as("the same again").isEqualTo(common);
		assertThat(new Life().trace(different(component)).equals(common)).as("%s has no effect", component).isFalse();
	}

	@Test
	void commonSettingsAreSetBeforeThoseOfOneElection() {
		ElectionEngineBuilder builder = builder().partitions("orders", 2);
		assertThatIllegalStateException().isThrownBy(() -> builder.timing(TIMING))
			.withMessageContainingAll("'orders'", "before");
	}

	@Test
	void commonSettingsHaveNoPartitions() {
		assertThatIllegalArgumentException().isThrownBy(() -> builder().elections(COMMON.withPartitions(7)))
			.withMessageContaining("7 partitions");
	}

	/**
	 * The life of an instance: it leads, steps down with work that does not end and once
	 * more without work, and then its store hangs.
	 */
	private static final class Life extends EngineRig {

		private final List<String> trace = new ArrayList<>();

		private long nonces;

		List<String> trace(ElectionSettings settings) {
			ElectionEngine engine = ElectionEngineBuilder.of(new TracedStore(), ListedStore.TRAITS)
				.time(this.time)
				.entropy(entropy())
				.election("billing", settings)
				.build();
			LeaderElection election = (settings.partitions() != null) ? engine.get("billing:0")
					: engine.join("billing").election();
			engine.start();
			watch(election, 10);
			EnteredCall call = election.isLeader() ? enter(election, OnLoss.CONTINUE) : null;
			election.stepDown();
			watch(election, 30);
			if (call != null) {
				call.close();
			}
			watch(election, 30);
			election.stepDown();
			watch(election, 10);
			this.time.holdIo();
			watch(election, 40);
			this.time.releaseIo();
			engine.stop();
			watch(election, 30);
			return this.trace;
		}

		private void watch(LeaderElection election, int seconds) {
			for (int i = 0; i < seconds * 10; i++) {
				this.time.advance(Duration.ofMillis(100));
				ElectionStatus status = election.status();
				note(status.state() + " " + status.leaseRemaining());
			}
		}

		private void note(String what) {
			this.trace.add(this.time.wallClock().millis() + " " + what);
		}

		private Entropy entropy() {
			return new Entropy() {

				@Override
				public Nonce nonce() {
					Life.this.nonces++;
					return new Nonce(7, Life.this.nonces);
				}

				@Override
				public double jitter() {
					return 0.5;
				}

			};
		}

		/** Notes each command and its timeout. */
		private final class TracedStore implements LeaseStore {

			private <C> List<C> noted(List<C> batch, Duration timeout) {
				note(batch + " " + timeout);
				return batch;
			}

			@Override
			public List<Outcome.OfAcquire> acquire(List<Acquire> batch, Duration timeout) {
				return Life.this.store.acquire(noted(batch, timeout), timeout);
			}

			@Override
			public List<Outcome.OfRenew> renew(List<Renew> batch, Duration timeout) {
				return Life.this.store.renew(noted(batch, timeout), timeout);
			}

			@Override
			public List<Outcome.OfRelease> release(List<Release> batch, Duration timeout) {
				return Life.this.store.release(noted(batch, timeout), timeout);
			}

			@Override
			public List<Outcome.OfObserve> observe(List<ElectionKey> batch, Duration timeout) {
				return Life.this.store.observe(noted(batch, timeout), timeout);
			}

			@Override
			public Watch watch(String namespace, NotificationListener listener) {
				return Life.this.store.watch(namespace, listener);
			}

		}

	}

}
