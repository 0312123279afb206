/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.azureblob;

import java.time.Duration;
import java.util.Map;

import com.azure.core.util.Context;
import com.azure.storage.blob.options.BlobBreakLeaseOptions;
import com.azure.storage.blob.specialized.BlobLeaseClient;
import io.leaderelection.servers.AzuriteServer;
import io.leaderelection.servers.SteppedTime;
import io.leaderelection.store.GarbageRecordException;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.RecordText;
import io.leaderelection.store.StoredTerm;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Changes that somebody makes by hand during a term.
 */
@Tag("server")
@Tag("slow")
class AzureBlobRemovalIT {

	private static final Outcome LOST = new Outcome.Lost();

	private static final String STRANGER = "11111111-2222-3333-4444-555555555555";

	private final SteppedTime time = new SteppedTime(AzuriteServer.SLOWER);

	private AzuriteServer server;

	private BlobRecords records;

	private AzureCandidate leader;

	private AzureCandidate rival;

	@BeforeEach
	void open() {
		this.server = AzuriteServer.openWithSteppedClock();
		this.records = BlobRecords.of(this.server);
		this.leader = AzureCandidate.open(this.server.connectionString(), "leader", this.time);
		this.rival = AzureCandidate.open(this.server.connectionString(), "rival", this.time);
	}

	@AfterEach
	void close() {
		this.leader.close();
		this.rival.close();
		this.server.close();
	}

	@Test
	void rule9BrokenLeaseCostsTheRestOfTheLease() {
		this.leader.win("e");
		elapse(5);
		assertThat(this.leader.renew("e")).isInstanceOf(Outcome.Granted.class);
		assertThat(this.rival.acquire("e")).isInstanceOf(Outcome.Leased.class);
		elapse(5);
		this.records.breakLease(AzureCandidate.key("e"));
		Outcome.Granted waiting = this.rival.win("e");
		assertThat(waiting.notBefore()).as("the leader may lead until 15 s after its renewal, which was 5 s ago")
			.isBetween(Duration.ofSeconds(8), Duration.ofSeconds(11));
		assertThat(this.leader.renew("e")).isEqualTo(LOST);
		elapse(4);
		assertThat(this.rival.renew("e")).isInstanceOfSatisfying(Outcome.Granted.class,
				(granted) -> assertThat(granted.notBefore()).isPositive());
		elapse(8);
		assertThat(this.rival.renew("e")).isInstanceOfSatisfying(Outcome.Granted.class,
				(granted) -> assertThat(granted.notBefore()).isZero());
	}

	@Test
	void expiredLeaseCostsAFollowerNothing() {
		long token = this.leader.win("e").token();
		assertThat(this.rival.acquire("e")).isInstanceOf(Outcome.Leased.class);
		elapse(16);
		assertThat(this.rival.win("e")).satisfies((granted) -> {
			assertThat(granted.notBefore()).isZero();
			assertThat(granted.token()).isGreaterThan(token);
		});
		assertThat(this.leader.renew("e")).isEqualTo(LOST);
	}

	@Test
	@DisplayName("A lease that is breaking is lost at once and keeps others out until it is broken")
	void breakingLeaseIsLostAndKeepsOthersOut() {
		this.leader.win("e");
		this.records.lease(AzureCandidate.key("e"), null)
			.breakLeaseWithResponse(new BlobBreakLeaseOptions().setBreakPeriod(Duration.ofSeconds(10)), null,
					Context.NONE);
		assertThat(this.leader.renew("e")).isEqualTo(LOST);
		assertThat(this.rival.acquire("e")).isInstanceOf(Outcome.Leased.class);
		elapse(11);
		assertThat(this.rival.win("e").notBefore()).isPositive().isLessThanOrEqualTo(Duration.ofSeconds(6));
	}

	@Test
	void stolenLeaseEndsTheTermAndKeepsOthersOut() {
		this.leader.win("e");
		this.records.breakLease(AzureCandidate.key("e"));
		BlobLeaseClient stranger = this.records.lease(AzureCandidate.key("e"), STRANGER);
		stranger.acquireLease(60);
		assertThat(this.leader.renew("e")).isEqualTo(LOST);
		assertThat(this.rival.acquire("e")).isInstanceOf(Outcome.Leased.class);
		elapse(20);
		assertThat(this.rival.acquire("e")).as("only a lease is left")
			.isInstanceOfSatisfying(Outcome.Leased.class, (leased) -> assertThat(leased.remaining()).isZero());
		stranger.releaseLease();
		assertThat(this.rival.win("e").notBefore()).isZero();
	}

	@Test
	@DisplayName("An expired lease that an emulator renews for another client is lost")
	void leaseRenewedForAStrangerIsLost() {
		this.leader.win("e");
		elapse(17);
		assertThat(this.leader.renew("e")).isEqualTo(LOST);
		assertThat(this.records.lease(AzureCandidate.key("e"), STRANGER)).satisfies((lease) -> {
			try {
				lease.renewLease();
			}
			catch (com.azure.storage.blob.models.BlobStorageException ex) {
				assertThat(ex.getStatusCode()).as("as the real service answers").isEqualTo(409);
			}
		});
		assertThat(this.leader.renew("e")).isEqualTo(LOST);
	}

	@Test
	void deletedBlobEndsTheTermAndIsRecreated() {
		long token = this.leader.win("e").token();
		this.records.delete(AzureCandidate.key("e"));
		assertThat(this.leader.renew("e")).isEqualTo(LOST);
		assertThat(this.leader.release("e")).isEqualTo(LOST);
		elapse(1);
		assertThat(this.rival.win("e").token()).isGreaterThan(token);
	}

	@Test
	void deletedContainerEndsTheTermAndIsRecreated() {
		long token = this.leader.win("e").token();
		this.records.client().deleteBlobContainer(AzureBlobLeaseStoreFactory.DEFAULT_CONTAINER);
		assertThat(this.leader.renew("e")).isEqualTo(LOST);
		assertThat(this.leader.observe("e")).isEqualTo(new Outcome.Free(LeaseStore.ABSENT, false));
		elapse(1);
		assertThat(this.rival.win("e").token()).isGreaterThan(token);
		assertThat(this.rival.renew("e")).isInstanceOf(Outcome.Granted.class);
	}

	@Test
	void onlyTheFirstGrantCreatesTheContainer() {
		assertThat(this.leader.observe("e")).isEqualTo(new Outcome.Free(LeaseStore.ABSENT, false));
		assertThat(this.records.client().listBlobContainers()).isEmpty();
		this.leader.win("e");
		assertThat(this.records.client().listBlobContainers()).hasSize(1);
	}

	@Test
	void emptyBlobIsNotARecord() {
		this.leader.win("other");
		this.records.blob(AzureCandidate.key("e")).upload(com.azure.core.util.BinaryData.fromBytes(new byte[0]));
		assertThat(this.leader.observe("e")).isEqualTo(new Outcome.Free(LeaseStore.ABSENT, false));
		assertThat(this.leader.win("e").notBefore()).isZero();
	}

	@Test
	void foreignLeaseOnAnEmptyBlobIsRespected() {
		this.leader.win("other");
		this.records.blob(AzureCandidate.key("e")).upload(com.azure.core.util.BinaryData.fromBytes(new byte[0]));
		this.records.lease(AzureCandidate.key("e"), STRANGER).acquireLease(15);
		assertThat(this.leader.acquire("e")).isInstanceOfSatisfying(Outcome.Leased.class, (leased) -> {
			assertThat(leased.token()).isEqualTo(LeaseStore.ABSENT);
			assertThat(leased.remaining()).isZero();
		});
		elapse(16);
		assertThat(this.leader.win("e").notBefore()).isZero();
	}

	@Test
	void addedMetadataDoesNotEndTheTerm() {
		this.leader.win("e");
		this.records.setMetadata(AzureCandidate.key("e"), "note", "mine");
		assertThat(this.leader.renew("e")).isInstanceOf(Outcome.Granted.class);
		assertThat(this.rival.acquire("e")).isInstanceOfSatisfying(Outcome.Leased.class,
				(leased) -> assertThat(leased.metadata()).isEqualTo(Map.of("zone", "eu-1")));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', nullValues = "-",
			value = { "token|0", "token|-1", "token|abc", "token|01", "token|1e3", "token|4611686018427387905",
					"token|9223372036854775808", "token|-", "nonce|abc", "candidate|-", "candidate|\\uzz00",
					"candidate|\\u00", "since|x", "since|-", "lease|0", "lease|-5", "lease|1.5", "lease|60001",
					"lease|-", "not-before|-1", "not-before|nan", "not-before|-", "released|2", "released|-",
					"changes|-" })
	void rule15InvalidFieldMakesTheRecordGarbage(String field, String value) {
		long token = this.leader.win("e").token();
		this.records.setField(AzureCandidate.key("e"), field, value);
		String garbage = this.records.text(AzureCandidate.key("e"));
		assertGarbage(this.leader.renew("e"));
		assertGarbage(this.leader.repeat("e"));
		assertGarbage(this.leader.release("e"));
		assertGarbage(this.leader.observe("e"));
		assertGarbage(this.rival.acquire("e", token));
		assertThat(this.records.text(AzureCandidate.key("e"))).isEqualTo(garbage);
	}

	@Test
	void rule15InvalidOrTooLongContentIsGarbage() {
		this.leader.win("notes");
		this.records.breakLease(AzureCandidate.key("notes"));
		String text = this.records.text(AzureCandidate.key("notes"));
		for (String content : new String[] { "", text.replace("record 1", "record 2"), text.replace("end\n", ""),
				text.replace("end\n", "no separator\nend\n"), text.replace("end\n", "m:zone=eu-2\nend\n"),
				text.replace("end\n", "later=1\nend\n"), "x".repeat(RecordText.MAX_BYTES + 1) }) {
			this.records.write(AzureCandidate.key("notes"), content);
			assertGarbage(this.rival.observe("notes"));
			assertGarbage(this.rival.acquire("notes"));
		}
	}

	@Test
	void metadataShowsTheRecordAndDecidesNothing() {
		try (AzureCandidate odd = AzureCandidate.open(this.server.connectionString(), "h\u00f6st 1", this.time)) {
			long token = odd.win("e").token();
			assertThat(this.records.metadata(AzureCandidate.key("e"))).containsExactlyInAnyOrderEntriesOf(Map
				.of("format", "1", "token", Long.toString(token), "candidate", "h%C3%B6st+1", "released", "false"));
			this.records.setMetadata(AzureCandidate.key("e"), "token", "7");
			assertThat(this.rival.acquire("e")).isInstanceOfSatisfying(Outcome.Leased.class, (leased) -> {
				assertThat(leased.token()).isEqualTo(token);
				assertThat(leased.candidate()).isEqualTo("h\u00f6st 1");
			});
			assertThat(odd.renew("e")).isInstanceOf(Outcome.Granted.class);
			odd.release("e");
			assertThat(this.records.metadata(AzureCandidate.key("e"))).containsEntry("token", Long.toString(token))
				.containsEntry("released", "true");
		}
	}

	@Test
	void notBeforeDoesNotGrowOverManyRenewals() {
		this.leader.win("e");
		this.records.breakLease(AzureCandidate.key("e"));
		Duration first = this.rival.win("e").notBefore();
		assertThat(first).isGreaterThan(Duration.ofSeconds(14));
		Duration last = first;
		for (int i = 0; i < 10; i++) {
			elapse(1);
			Outcome.OfRenew renewed = this.rival.renew("e");
			assertThat(renewed).isInstanceOf(Outcome.Granted.class);
			last = ((Outcome.Granted) renewed).notBefore();
		}
		// Calls take time, too
		assertThat(last).isPositive().isLessThan(first.minusSeconds(5));
	}

	@Test
	void largestTokenIsAcceptedAndNotExceeded() {
		this.leader.win("e");
		this.leader.release("e");
		this.records.setField(AzureCandidate.key("e"), "token", Long.toString(StoredTerm.MAX_TOKEN - 1));
		assertThat(this.leader.acquire("e", StoredTerm.MAX_TOKEN - 1)).isInstanceOfSatisfying(Outcome.Granted.class,
				(granted) -> assertThat(granted.token()).isEqualTo(StoredTerm.MAX_TOKEN));
		this.leader.release("e");
		assertThat(this.rival.acquire("e", StoredTerm.MAX_TOKEN)).isInstanceOf(Outcome.Unknown.class);
		assertThat(this.records.leaseState(AzureCandidate.key("e"))).hasToString("available");
	}

	private void elapse(int seconds) {
		this.time.step(Duration.ofSeconds(seconds));
		this.server.elapse(Duration.ofSeconds(seconds));
	}

	private static void assertGarbage(Outcome outcome) {
		assertThat(outcome).isInstanceOfSatisfying(Outcome.Unknown.class,
				(unknown) -> assertThat(unknown.cause()).isInstanceOf(GarbageRecordException.class));
	}

}
