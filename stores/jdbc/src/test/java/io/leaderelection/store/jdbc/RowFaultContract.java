/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import io.leaderelection.servers.TcpProxy;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.StoredTerm;
import io.leaderelection.store.support.LeaseStoreException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Contract for rows that are changed or locked by others, and for candidates that
 * contend.
 */
public abstract class RowFaultContract extends FaultFixture {

	private static final int ROUNDS = 40;

	/** More than the number of objects that H2's server keeps for a session. */
	private static final int RENEWALS = 100;

	/**
	 * Returns how many round trips a renewal of any size may take. H2's driver sends more
	 * than the statements.
	 */
	private int roundTripsOfARenewal() {
		return switch (database().dialect()) {
			case POSTGRESQL -> 1;
			case MYSQL -> 3;
			case H2 -> 6;
		};
	}

	private static List<String> elections(int number) {
		return IntStream.range(0, number).mapToObj((i) -> "e" + i).toList();
	}

	@Test
	protected void lockedRecordIsUnknownAndOthersAreRenewed() throws Exception {
		Contender contender = contender("first").win("a", "b", "c");
		Connection foreign = lock("leader_lease", "b");
		List<Outcome.OfRenew> renewed = contender.renew(TIMEOUT, List.of("a", "b", "c"));
		assertGranted(renewed.get(0), renewed.get(2));
		assertUnknown(renewed.get(1), "locked by another transaction");
		List<Outcome.OfRelease> released = contender.release(TIMEOUT, List.of("c", "b"));
		assertThat(released.get(0)).isEqualTo(new Outcome.Released());
		assertUnknown(released.get(1), "locked by another transaction");
		assertThat(contender.observe(TIMEOUT, List.of("b")).get(0)).isInstanceOf(Outcome.Leased.class);
		foreign.rollback();
		assertGranted(contender.renew(TIMEOUT, List.of("a", "b")).toArray(Outcome[]::new));
	}

	@Test
	protected void digitsOfTheLocaleDoNotMatter() {
		Locale before = Locale.getDefault();
		Locale.setDefault(Locale.forLanguageTag("ar-EG"));
		try {
			Contender contender = contender("first").win("a");
			assertGranted(contender.renew(TIMEOUT, List.of("a")).get(0));
		}
		finally {
			Locale.setDefault(before);
		}
	}

	@Test
	protected void lockedFreeRecordIsNotAcquiredButOthersAre() throws Exception {
		Contender former = contender("first").win("a", "b", "c");
		former.release(TIMEOUT, List.of("a", "b", "c"));
		Connection foreign = lock("leader_lease", "b");
		Contender latter = contender("second");
		latter.acquire(TIMEOUT, List.of("a", "b", "c"));
		List<Outcome.OfAcquire> outcomes = latter.acquire(TIMEOUT, List.of("a", "b", "c"));
		assertGranted(outcomes.get(0), outcomes.get(2));
		assertUnknown(outcomes.get(1), "locked by another transaction");
		foreign.rollback();
		assertGranted(latter.acquire(TIMEOUT, List.of("b")).get(0));
	}

	@Test
	protected void commitInTheFormerTermBlocksANewOne() throws Exception {
		Contender former = contender("first").win("a", "b");
		former.release(TIMEOUT, List.of("a", "b"));
		Connection guarded = lock("leader_fence", "b");
		Contender latter = contender("second");
		latter.acquire(TIMEOUT, List.of("a", "b"));
		List<Outcome.OfAcquire> outcomes = latter.acquire(TIMEOUT, List.of("a", "b"));
		assertGranted(outcomes.get(0));
		assertThat(outcomes.get(1)).isInstanceOfSatisfying(Outcome.Leased.class, (held) -> {
			assertThat(held.remaining()).isZero();
			assertThat(held.candidate()).isEqualTo("first");
		});
		guarded.commit();
		assertGranted(latter.acquire(TIMEOUT, List.of("b")).get(0));
	}

	@Test
	protected void aRenewalDoesNotTouchTheFence() throws Exception {
		Contender contender = contender("first").win("a");
		lock("leader_fence", "a");
		assertGranted(contender.renew(TIMEOUT, List.of("a")).get(0));
		assertGranted(contender.acquire(TIMEOUT, List.of("a")).get(0));
		assertThat(contender.release(TIMEOUT, List.of("a")).get(0)).isEqualTo(new Outcome.Released());
	}

	@Test
	protected void theFenceCarriesTokenAndNonceOfTheLatestTerm() throws Exception {
		Contender contender = contender("first").win("a");
		assertFence(contender, "a");
		contender.release(TIMEOUT, List.of("a"));
		contender.startNewAttempt("a");
		contender.win("a");
		assertFence(contender, "a");
		execute(this.admin, "delete from leader_fence where namespace = ? and election = ?", "a");
		assertGranted(contender.renew(TIMEOUT, List.of("a")).get(0));
		Contender latter = contender("second");
		contender.release(TIMEOUT, List.of("a"));
		latter.win("a");
		assertFence(latter, "a");
	}

	private void assertFence(Contender contender, String election) throws SQLException {
		assertThat(execute(
				this.admin, "update leader_fence set token = token where token = " + contender.token(election)
						+ " and nonce = '" + contender.nonce(election) + "' and namespace = ? and election = ?",
				election))
			.isEqualTo(1);
	}

	@Test
	protected void deletedRecordLosesOnlyItsTerm() throws Exception {
		Contender contender = contender("first").win("a", "b", "c");
		execute(this.admin, "delete from leader_lease where namespace = ? and election = ?", "b");
		List<Outcome.OfRenew> renewed = contender.renew(TIMEOUT, List.of("a", "b", "c"));
		assertGranted(renewed.get(0), renewed.get(2));
		assertThat(renewed.get(1)).isEqualTo(new Outcome.Lost());
	}

	@ParameterizedTest
	@ValueSource(strings = { "token = 4611686018427387905", "token = 9223372036854775807", "token = -1",
			"nonce = 'short'", "duration_ms = 0", "duration_ms = 9223372036854775807",
			"expires_at = 9223372036854775807", "not_before = -5", "released = 2" })
	protected void garbageInOneRecordAffectsNoOther(String garbage) throws Exception {
		Contender contender = contender("first").win("a", "b", "c");
		assertThat(execute(this.admin, "update leader_lease set " + garbage + " where namespace = ? and election = ?",
				"b"))
			.isEqualTo(1);
		List<String> all = List.of("a", "b", "c");
		List<List<? extends Outcome>> answers = List.of(contender.renew(TIMEOUT, all), contender.acquire(TIMEOUT, all),
				contender("second").acquire(TIMEOUT, all), contender.observe(TIMEOUT, all),
				contender.release(TIMEOUT, all));
		for (List<? extends Outcome> answer : answers) {
			assertThat(answer.get(0)).isNotInstanceOf(Outcome.Unknown.class);
			assertUnknown(answer.get(1), "garbage");
			assertThat(answer.get(2)).isNotInstanceOf(Outcome.Unknown.class);
		}
		assertThat(execute(this.admin,
				"update leader_lease set since = 1 where " + garbage + " and namespace = ? and election = ?", "b"))
			.isEqualTo(1);
	}

	@ParameterizedTest
	@ValueSource(strings = { "metadata = 'no values'", "metadata = 'a=b'", "candidate = '\\'" })
	protected void malformedTextIsGarbageForReaders(String garbage) throws Exception {
		Contender contender = contender("first").win("a", "b");
		String set = (database().dialect() == JdbcDialect.MYSQL) ? garbage.replace("\\", "\\\\") : garbage;
		execute(this.admin, "update leader_lease set " + set + " where namespace = ? and election = ?", "b");
		List<Outcome.OfObserve> observed = contender.observe(TIMEOUT, List.of("a", "b"));
		assertThat(observed.get(0)).isInstanceOf(Outcome.Leased.class);
		assertUnknown(observed.get(1), "garbage");
		assertUnknown(contender("second").acquire(TIMEOUT, List.of("b")).get(0), "garbage");
		assertGranted(contender.renew(TIMEOUT, List.of("a", "b")).toArray(Outcome[]::new));
	}

	@Test
	protected void aTokenAtItsLimitIsNotWritten() throws Exception {
		Contender contender = contender("first").win("a", "b");
		contender.release(TIMEOUT, List.of("a", "b"));
		execute(this.admin,
				"update leader_lease set token = " + StoredTerm.MAX_TOKEN + " where namespace = ? and election = ?",
				"b");
		Contender latter = contender("second");
		latter.acquire(TIMEOUT, List.of("a", "b"));
		List<Outcome.OfAcquire> outcomes = latter.acquire(TIMEOUT, List.of("a", "b"));
		assertGranted(outcomes.get(0));
		assertUnknown(outcomes.get(1), "larger than any legal one");
	}

	@Test
	protected void batchesInOppositeOrderDoNotDeadlock() throws Exception {
		List<String> elections = elections(30);
		List<String> reversed = new ArrayList<>(elections);
		Collections.reverse(reversed);
		Contender first = contender("first");
		Contender second = contender("second");
		CompletableFuture<Integer> forward = CompletableFuture.supplyAsync(() -> contend(first, elections));
		CompletableFuture<Integer> backward = CompletableFuture.supplyAsync(() -> contend(second, reversed));
		assertThat(forward.get(3, TimeUnit.MINUTES) + backward.get(3, TimeUnit.MINUTES)).isPositive();
	}

	/**
	 * Repeatedly acquires, renews and releases elections that are free.
	 * @return how many were acquired
	 */
	private static int contend(Contender contender, List<String> elections) {
		int won = 0;
		for (int round = 0; round < ROUNDS; round++) {
			List<Outcome.OfAcquire> outcomes = contender.acquire(TIMEOUT, elections);
			List<String> own = IntStream.range(0, outcomes.size())
				.filter((i) -> outcomes.get(i) instanceof Outcome.Granted)
				.mapToObj(elections::get)
				.toList();
			won += own.size();
			assertGranted(contender.renew(TIMEOUT, own).toArray(Outcome[]::new));
			assertThat(contender.release(TIMEOUT, own))
				.allSatisfy((outcome) -> assertThat(outcome).isEqualTo(new Outcome.Released()));
			own.forEach(contender::startNewAttempt);
		}
		return won;
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, LeaseStore.MAX_BATCH })
	protected void renewalTakesFewRoundTrips(int number) {
		List<String> elections = elections(number);
		TcpProxy proxy = closing(TcpProxy.to(database().port()));
		Contender leader = contender("first", database().through(proxy.port())).win(elections.toArray(String[]::new));
		leader.renew(TIMEOUT, elections);
		for (int i = 0; i < ((number < LeaseStore.MAX_BATCH) ? RENEWALS : 3); i++) {
			assertRoundTrips(proxy, roundTripsOfARenewal(),
					() -> assertGranted(leader.renew(TIMEOUT, elections).toArray(Outcome[]::new)));
		}
	}

	/** H2's driver fetches the rest of an incomplete result with another round trip. */
	@ParameterizedTest
	@ValueSource(ints = { 2, LeaseStore.MAX_BATCH })
	protected void followerTakesOneRoundTripAndLocksNothing(int number) throws Exception {
		List<String> elections = elections(number);
		contender("first").win(elections.toArray(String[]::new));
		TcpProxy proxy = closing(TcpProxy.to(database().port()));
		Contender follower = contender("second", database().through(proxy.port()));
		follower.acquire(TIMEOUT, elections);
		lock("leader_lease", "e0");
		lock("leader_fence", "e1");
		int most = (database().dialect() == JdbcDialect.H2) ? 2 : 1;
		for (int i = 0; i < 3; i++) {
			assertRoundTrips(proxy, most,
					() -> assertThat(follower.acquire(TIMEOUT, elections)).allSatisfy(FaultFixture::assertRemains));
			assertRoundTrips(proxy, most,
					() -> assertThat(follower.observe(TIMEOUT, elections)).allSatisfy(FaultFixture::assertRemains));
		}
	}

	private static void assertRoundTrips(TcpProxy proxy, int most, Runnable call) {
		long before = proxy.roundTrips();
		call.run();
		assertThat(proxy.roundTrips() - before).as("round trips").isBetween(1L, (long) most);
	}

	@Test
	protected void callTimesOutWhileARowIsBeingInserted() throws Exception {
		Contender contender = contender("first").win("a");
		contender.release(TIMEOUT, List.of("a"));
		Connection foreign = connect();
		foreign.setAutoCommit(false);
		execute(foreign,
				"insert into leader_lease (namespace, election, token, nonce, candidate, since, duration_ms, "
						+ "expires_at, not_before, released, metadata) values (?, ?, 1, '', '', 0, 1, 0, 0, 0, '')",
				"new");
		assertThat(tryAcquire(contender, "new")).isFalse();
		foreign.rollback();
		assertThat(tryAcquire(contender, "new")).isTrue();
	}

	private static boolean tryAcquire(Contender contender, String election) {
		long begin = System.nanoTime();
		try {
			return contender.acquire(Duration.ofSeconds(2), List.of(election)).get(0) instanceof Outcome.Granted;
		}
		catch (LeaseStoreException ex) {
			return false;
		}
		finally {
			assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(20));
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "Pacific/Kiritimati", "America/St_Johns" })
	protected void timeZoneOfTheMachineHasNoEffect(String zone) {
		Contender contender = contender("first").win("a");
		TimeZone here = TimeZone.getDefault();
		TimeZone.setDefault(TimeZone.getTimeZone(zone));
		try {
			Contender abroad = contender("abroad");
			assertRemains(abroad.acquire(TIMEOUT, List.of("a")).get(0));
			abroad.win("b");
			assertRemains(contender.acquire(TIMEOUT, List.of("b")).get(0));
			assertGranted(abroad.renew(TIMEOUT, List.of("b")).get(0));
		}
		finally {
			TimeZone.setDefault(here);
		}
	}

}
