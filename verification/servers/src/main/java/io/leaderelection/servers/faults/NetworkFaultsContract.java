/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers.faults;

import java.time.Duration;

import io.leaderelection.servers.Direction;
import io.leaderelection.servers.Loopback;
import io.leaderelection.servers.TcpProxy;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.Outcome;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests a store over faults of the network between a candidate and a real server. Another
 * candidate reaches the server directly.
 */
public abstract class NetworkFaultsContract extends FaultsContract {

	/** More answers than one command needs on any store. */
	private static final int ANSWERS = 8;

	/** The proxy between candidate and server. */
	protected TcpProxy proxy;

	/** The candidate behind the proxy. */
	protected TestCandidate candidate;

	/** A candidate that reaches the server directly. */
	protected TestCandidate rival;

	/** An election that nobody has led yet. */
	protected String election;

	/**
	 * Creates the contract.
	 */
	protected NetworkFaultsContract() {
	}

	/**
	 * Returns the port at which the server listens.
	 * @return the port
	 */
	protected abstract int port();

	/**
	 * Returns a factory of stores.
	 * @param port the port at which they reach the server
	 * @return the factory
	 */
	protected abstract LeaseStoreFactory factory(int port);

	/**
	 * Opens a candidate.
	 * @param name its id
	 * @param port the port at which it reaches the server
	 * @return the candidate
	 */
	protected TestCandidate open(String name, int port) {
		return new TestCandidate(factory(port).open(), name, lease());
	}

	/**
	 * Returns what a failure says about the server that cannot be reached.
	 * @return its address at the proxy by default
	 */
	protected String server() {
		return Loopback.HOST + ":" + this.proxy.port();
	}

	@BeforeEach
	void openCandidates() {
		this.proxy = TcpProxy.to(port());
		this.candidate = open("candidate", this.proxy.port());
		this.rival = open("rival", port());
		this.election = election();
	}

	@AfterEach
	void closeCandidates() {
		this.proxy.heal();
		this.candidate.close();
		this.rival.close();
		this.proxy.close();
	}

	@Test
	void nothingIsSentWithoutAPreference() {
		PreferenceTraffic.assertNothingIsSentWithoutAPreference(this.proxy, factory(this.proxy.port()), this.candidate);
	}

	@ParameterizedTest
	@EnumSource
	@DisplayName("Rule 11: a call to a server that hangs is unknown at its timeout, and the next one works")
	void rule11CallToAServerThatHangsIsUnknownAtItsTimeout(Direction direction) {
		this.candidate.win(this.election);
		this.proxy.blackHole(direction);
		this.candidate.timeout(SHORT);
		assertThat(failure(() -> this.candidate.renew(this.election))).hasMessageContaining("1000 ms")
			.hasMessageContaining("leader-election.operation-timeout");
		failure(() -> this.candidate.renew(this.election));
		failure(() -> this.candidate.observe(this.election));
		failure(() -> this.candidate.acquire(election()));
		this.proxy.heal();
		this.candidate.timeout(LONG);
		assertThat(reached(() -> this.candidate.renew(this.election))).isInstanceOf(Outcome.Granted.class);
	}

	@Test
	void firstCallToAServerThatHangsIsUnknownAtItsTimeout() {
		this.proxy.blackHole();
		failure(() -> this.candidate.timeout(SHORT).acquire(this.election));
		this.proxy.heal();
		this.candidate.timeout(LONG);
		assertThat(reached(() -> this.candidate.acquire(this.election))).isInstanceOf(Outcome.Granted.class);
	}

	@Test
	void lateAcquireDoesNotChangeALaterTerm() {
		this.candidate.observe(this.election);
		this.proxy.blackHole(Direction.TO_SERVER);
		failure(() -> this.candidate.timeout(SHORT).acquire(this.election));
		Outcome.Granted won = this.rival.win(this.election);
		this.proxy.heal();
		this.candidate.timeout(LONG);
		assertThat(reached(() -> this.candidate.observe(this.election))).isInstanceOfSatisfying(Outcome.Leased.class,
				(leased) -> assertThat(leased.token()).isEqualTo(won.token()));
		assertThat(this.rival.renew(this.election)).isInstanceOf(Outcome.Granted.class);
		this.rival.release(this.election);
		assertThat(this.candidate.observe(this.election)).isEqualTo(new Outcome.Free(won.token(), true));
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void grantWhoseAnswerIsLostIsRepeatedByItsNonce(boolean ledBefore) {
		this.candidate.win(this.election);
		int before = this.proxy.cuts();
		for (int answers = 0; answers < ANSWERS; answers++) {
			String election = election();
			long seen = ledBefore ? ledAndReleased(election) : 0;
			this.proxy.cutAnswerAfter(answers);
			Outcome.OfAcquire outcome = attempt(() -> this.candidate.acquire(election, seen));
			this.proxy.heal();
			if (outcome instanceof Outcome.Unknown) {
				outcome = reached(() -> this.candidate.repeat(election));
			}
			assertThat(outcome).isInstanceOf(Outcome.Granted.class);
			Outcome.Granted granted = (Outcome.Granted) outcome;
			assertThat(granted.token()).isGreaterThan(seen);
			assertThat(granted.notBefore()).isZero();
			assertThat(this.rival.observe(election)).isInstanceOfSatisfying(Outcome.Leased.class, (leased) -> {
				assertThat(leased.candidate()).isEqualTo("candidate");
				assertThat(leased.token()).isEqualTo(granted.token());
			});
			assertThat(reached(() -> this.candidate.renew(election))).isInstanceOf(Outcome.Granted.class);
		}
		assertThat(this.proxy.cuts()).as("lost answers").isGreaterThan(before);
	}

	private long ledAndReleased(String election) {
		long token = this.rival.win(election).token();
		this.rival.release(election);
		return token;
	}

	@Test
	void renewalWhoseAnswerIsLostLosesNoTerm() {
		long token = this.candidate.win(this.election).token();
		int before = this.proxy.cuts();
		for (int answers = 0; answers < ANSWERS; answers++) {
			this.proxy.cutAnswerAfter(answers);
			attempt(() -> this.candidate.renew(this.election));
			this.proxy.heal();
			assertThat(reached(() -> this.candidate.renew(this.election))).isInstanceOfSatisfying(Outcome.Granted.class,
					(granted) -> assertThat(granted.token()).isEqualTo(token));
		}
		assertThat(this.proxy.cuts()).as("lost answers").isGreaterThan(before);
	}

	@Test
	void releaseWhoseAnswerIsLostIsRepeatedAndHarmsNoSuccessor() {
		int before = this.proxy.cuts();
		for (int answers = 0; answers < ANSWERS; answers++) {
			String election = election();
			long token = this.candidate.win(election).token();
			this.proxy.cutAnswerAfter(answers);
			attempt(() -> this.candidate.release(election));
			this.proxy.heal();
			assertThat(reached(() -> this.candidate.release(election))).isEqualTo(new Outcome.Released());
			assertThat(this.rival.observe(election)).isEqualTo(new Outcome.Free(token, true));
			assertThat(this.rival.win(election).notBefore()).isZero();
			assertThat(this.candidate.release(election)).isEqualTo(new Outcome.Lost());
			assertThat(this.rival.renew(election)).isInstanceOf(Outcome.Granted.class);
		}
		assertThat(this.proxy.cuts()).as("lost answers").isGreaterThan(before);
	}

	@Test
	void observationWhoseAnswerIsLostIsUnknown() {
		this.rival.win(this.election);
		this.candidate.observe(this.election);
		this.proxy.cutNextAnswer();
		attempt(() -> this.candidate.observe(this.election));
		assertThat(reached(() -> this.candidate.observe(this.election))).isInstanceOf(Outcome.Leased.class);
	}

	@Test
	void answerAfterTheTimeoutIsDropped() {
		this.candidate.observe(this.election);
		this.proxy.delay(Duration.ofSeconds(2), Direction.TO_CLIENT);
		assertThat(failure(() -> this.candidate.timeout(Duration.ofMillis(200)).acquire(this.election, 0)))
			.hasMessageContaining("200 ms")
			.hasMessageContaining("leader-election.operation-timeout");
		this.proxy.heal();
		this.candidate.timeout(LONG);
		assertThat(reached(() -> this.candidate.repeat(this.election))).isInstanceOf(Outcome.Granted.class);
	}

	@Test
	void answerOfASlowServerIsAwaited() {
		this.candidate.observe(this.election);
		this.proxy.delay(Duration.ofMillis(300), Direction.TO_SERVER);
		assertThat(this.candidate.acquire(this.election)).isInstanceOf(Outcome.Granted.class);
	}

	@Test
	void lostDataIsUnknownAndTheNextCallWorks() {
		this.candidate.win(this.election);
		this.proxy.lose();
		failure(() -> this.candidate.timeout(SHORT).renew(this.election));
		this.proxy.heal();
		this.candidate.timeout(LONG);
		assertThat(reached(() -> this.candidate.renew(this.election))).isInstanceOf(Outcome.Granted.class);
	}

	@Test
	void resetOfAnIdleConnectionHasNoEffect() {
		this.candidate.win(this.election);
		this.proxy.reset();
		assertThat(reached(() -> this.candidate.renew(this.election))).isInstanceOf(Outcome.Granted.class);
	}

	@Test
	void refusedConnectionIsUnknownAndNamesTheServer() {
		this.proxy.refuse();
		assertThat(failure(() -> this.candidate.acquire(this.election))).hasMessageContaining(server());
		this.proxy.heal();
		assertThat(reached(() -> this.candidate.acquire(this.election))).isInstanceOf(Outcome.Granted.class);
	}

}
