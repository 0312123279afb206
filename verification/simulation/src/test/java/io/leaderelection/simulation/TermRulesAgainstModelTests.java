/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.simulation;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import io.leaderelection.store.Acquire;
import io.leaderelection.store.Checkpoints;
import io.leaderelection.store.Command;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.Observe;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;
import io.leaderelection.store.support.Decision;
import io.leaderelection.store.support.Evidence;
import io.leaderelection.store.support.TermRecord;
import io.leaderelection.store.support.TermRules;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Compares the rules that stores share with the model of the simulator, which was written
 * independently from the Javadoc of {@link LeaseStore}: both must answer random commands
 * alike.
 */
class TermRulesAgainstModelTests {

	private static final ElectionKey KEY = new ElectionKey("test", "e");

	private static final int RUNS = 20_000;

	private static final int COMMANDS = 40;

	private static final long LONGEST_LEASE = TimeUnit.MILLISECONDS.toNanos(40);

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void ruleAndModelAnswerRandomCommandsAlike(boolean guardLocks) {
		Set<String> kinds = new HashSet<>();
		for (int seed = 0; seed < RUNS; seed++) {
			run(new Random(seed), seed, guardLocks, kinds);
		}
		// Random commands that never win a term would test nothing
		assertThat(kinds).containsExactlyInAnyOrder("Granted", "Leased", "Free", "Lost", "Released");
	}

	private static void run(Random random, int seed, boolean guardLocks, Set<String> kinds) {
		ModelStore model = new ModelStore(guardLocks, LONGEST_LEASE);
		RuledStore ruled = new RuledStore(guardLocks);
		List<String> history = new ArrayList<>();
		long now = 1_000_000;
		long lastToken = LeaseStore.ABSENT;
		for (int i = 0; i < COMMANDS; i++) {
			now += random.nextInt(4) * (long) random.nextInt(15);
			Nonce nonce = new Nonce(0, random.nextInt(4));
			long token = random.nextInt(4) > 0 ? lastToken : lastToken + random.nextInt(3) - 1;
			Command command = switch (random.nextInt(8)) {
				case 0, 1, 2 -> new Acquire(KEY, "c" + nonce.low(), nonce, Duration.ofMillis(1 + random.nextInt(40)),
						token, random.nextInt(2) * (token + 3), Instant.ofEpochMilli(now), Map.of());
				case 3, 4 -> new Renew(KEY, nonce, token,
						(random.nextInt(2) == 0) ? null : new Checkpoints(random.nextInt(6), Integer.toString(i)));
				case 5 -> new Release(KEY, nonce, token);
				case 6 -> new Observe(KEY);
				default -> null;
			};
			history.add(now + " " + ((command != null) ? command : "lose the guard lock of c" + nonce.low()));
			if (command != null) {
				Outcome expected = model.carryOut(command, TimeUnit.MILLISECONDS.toNanos(now));
				kinds.add(expected.getClass().getSimpleName());
				assertThat(ruled.carryOut(command, now)).as("seed %d: %s", seed, history).isEqualTo(expected);
			}
			else {
				model.removeGuardLock("c" + nonce.low());
				ruled.removeGuardLock("c" + nonce.low());
			}
			ModelStore.ModelRecord record = model.record();
			lastToken = (record != null) ? record.token() : LeaseStore.ABSENT;
		}
	}

	/** A store that consists of the rules, a record and optionally a guard lock. */
	private static final class RuledStore {

		private final boolean guardLocks;

		private @Nullable TermRecord record;

		private long writtenAt;

		private @Nullable Nonce guardLock;

		RuledStore(boolean guardLocks) {
			this.guardLocks = guardLocks;
		}

		Outcome carryOut(Command command, long now) {
			Decision<? extends Outcome> decision = decide(command, now, evidence(now));
			if (decision instanceof Decision.Write<? extends Outcome> write) {
				this.record = write.record();
				this.writtenAt = now;
				switch (write.lock()) {
					case TAKE -> this.guardLock = write.record().nonce();
					case END -> this.guardLock = null;
					case KEEP -> {
					}
				}
				return write.outcome();
			}
			return ((Decision.Answer<? extends Outcome>) decision).outcome();
		}

		private Decision<? extends Outcome> decide(Command command, long now, Evidence evidence) {
			if (command instanceof Acquire acquire) {
				return TermRules.acquire(acquire, acquire.duration(), now, this.record, evidence);
			}
			if (command instanceof Renew renew) {
				return TermRules.renew(renew, this.record, evidence);
			}
			return (command instanceof Release release) ? TermRules.release(release, this.record, evidence)
					: new Decision.Answer<>(TermRules.observe(this.record, evidence));
		}

		void removeGuardLock(String candidate) {
			if (this.guardLock != null && this.record != null && this.record.candidate().equals(candidate)) {
				this.guardLock = null;
			}
		}

		private Evidence evidence(long now) {
			Duration age = Duration.ofMillis(now - this.writtenAt);
			if (!this.guardLocks) {
				return Evidence.of(this.record, age);
			}
			Evidence.Lock lock = (this.guardLock != null) ? Evidence.Lock.TERM : Evidence.Lock.FREE;
			return Evidence.of(this.record, age, lock);
		}

	}

}
