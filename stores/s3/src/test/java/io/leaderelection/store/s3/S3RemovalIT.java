/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.s3;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import io.leaderelection.servers.VersityServer;
import io.leaderelection.servers.faults.TestCandidate;
import io.leaderelection.store.GarbageRecordException;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.support.LastingRefusalException;
import io.leaderelection.testkit.SteppedTime;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.BucketVersioningStatus;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Objects and buckets that somebody deletes or changes, and many candidates at once.
 */
@Tag("server")
@Tag("slow")
@ExtendWith(OutputCaptureExtension.class)
class S3RemovalIT {

	private static final Duration LEASE = Duration.ofMinutes(5);

	@AutoClose
	private static final VersityServer server = VersityServer.open();

	private final SteppedTime time = new SteppedTime();

	private final List<TestCandidate> candidates = new ArrayList<>();

	@AutoClose
	private final S3Client client = S3Objects.client(server.port());

	private final S3Objects objects = new S3Objects(this.client);

	@AfterEach
	void close() {
		this.candidates.forEach(TestCandidate::close);
	}

	private TestCandidate open(String name, String bucket) {
		TestCandidate candidate = new TestCandidate(
				S3LeaseStoreFactory.builder(this.client).bucket(bucket).build().open(this.time), name, LEASE);
		this.candidates.add(candidate);
		return candidate;
	}

	private TestCandidate open(String name) {
		return open(name, VersityServer.BUCKET);
	}

	@Test
	void deletedObjectEndsTheTermAndTheNextTokenIsHigher() {
		TestCandidate leader = open("leader");
		long token = leader.win("deleted").token();
		this.objects.delete(TestCandidate.key("deleted"));
		assertThat(leader.renew("deleted")).isEqualTo(new Outcome.Lost());
		assertThat(open("rival").win("deleted").token()).isGreaterThan(token);
	}

	@Test
	void changedObjectIsGarbageUntilItIsDeleted() {
		TestCandidate leader = open("leader");
		leader.win("changed");
		this.objects.write(TestCandidate.key("changed"), "somebody's notes");
		for (Outcome outcome : new Outcome[] { leader.renew("changed"), leader.observe("changed"),
				leader.acquire("changed"), leader.release("changed") }) {
			assertThat(((Outcome.Unknown) outcome).cause()).isInstanceOf(GarbageRecordException.class)
				.hasMessageContaining("then delete the object");
		}
		assertThat(this.objects.text(TestCandidate.key("changed"))).isEqualTo("somebody's notes");
		this.objects.delete(TestCandidate.key("changed"));
		leader.win("changed");
	}

	@Test
	void deletedProbeIsWrittenAgain() {
		this.client.deleteObject((request) -> request.bucket(VersityServer.BUCKET).key(S3Objects.NAMES.probe()));
		open("leader").win("probe");
		assertThat(
				this.client.headObject((request) -> request.bucket(VersityServer.BUCKET).key(S3Objects.NAMES.probe())))
			.isNotNull();
	}

	@Test
	void missingBucketIsReportedUntilItIsCreated() {
		TestCandidate candidate = open("candidate", "later");
		assertThat(((Outcome.Unknown) candidate.acquire("e")).cause()).isInstanceOf(LastingRefusalException.class)
			.hasMessageContainingAll("NoSuchBucket", "Create the bucket");
		this.client.createBucket((request) -> request.bucket("later"));
		this.time.step(Duration.ofSeconds(10));
		candidate.win("e");
	}

	@Test
	void bucketWithVersionsIsWarnedOfOnce(CapturedOutput output) {
		this.client.createBucket((request) -> request.bucket("versioned"));
		this.client.putBucketVersioning((request) -> request.bucket("versioned")
			.versioningConfiguration((versioning) -> versioning.status(BucketVersioningStatus.ENABLED)));
		TestCandidate candidate = open("candidate", "versioned");
		candidate.win("e");
		assertThat(candidate.renew("e")).isInstanceOf(Outcome.Granted.class);
		assertThat(candidate.renew("e")).isInstanceOf(Outcome.Granted.class);
		assertThat(output.getAll().split("NoncurrentVersionExpiration")).hasSize(2);
		assertThat(open("rival", "versioned").acquire("e")).isInstanceOf(Outcome.Leased.class);
	}

	@Test
	void exactlyOneOfManyCandidatesWins() throws Exception {
		ExecutorService threads = Executors.newFixedThreadPool(8);
		try {
			for (int round = 0; round < 10; round++) {
				String election = "contended-" + round;
				List<Callable<Outcome>> attempts = new ArrayList<>();
				for (int i = 0; i < 8; i++) {
					TestCandidate candidate = open("candidate-" + i);
					attempts.add(() -> candidate.acquire(election, 0));
				}
				int winners = 0;
				for (Future<Outcome> attempt : threads.invokeAll(attempts)) {
					assertThat(attempt.get()).isInstanceOfAny(Outcome.Granted.class, Outcome.Leased.class);
					winners += (attempt.get() instanceof Outcome.Granted) ? 1 : 0;
				}
				assertThat(winners).as("winners of round %d", round).isEqualTo(1);
			}
		}
		finally {
			threads.shutdown();
		}
	}

}
