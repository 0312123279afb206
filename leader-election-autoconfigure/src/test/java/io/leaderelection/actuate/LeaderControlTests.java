/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.actuate;

import java.lang.management.ManagementFactory;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

import javax.management.MBeanServer;
import javax.management.ObjectName;

import io.leaderelection.ElectionState;
import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.Leadership;
import io.leaderelection.TransitionCause;
import io.leaderelection.annotation.OnLeader;
import io.leaderelection.annotation.OncePerTick;
import io.leaderelection.event.LeadershipGrantedEvent;
import io.leaderelection.event.LeadershipRevokedEvent;
import io.leaderelection.work.GuardedElection;
import io.leaderelection.work.LibraryNotes;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.actuate.audit.AuditEvent;
import org.springframework.boot.actuate.audit.AuditEventRepository;
import org.springframework.boot.actuate.audit.InMemoryAuditEventRepository;
import org.springframework.boot.actuate.audit.listener.AuditListener;
import org.springframework.boot.actuate.autoconfigure.audit.AuditAutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.event.EventListener;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.test.util.AopTestUtils;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Actions on elections over HTTP and JMX. Each test uses separate elections.
 */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
		properties = { "spring.application.name=orders", "leader-election.cool-down=10ms",
				"leader-election.elections.paused.max-term=0s", "leader-election.elections.audited.max-term=0s",
				"leader-election.elections.busy.max-term=0s", "leader-election.elections.managed.max-term=0s",
				"leader-election.elections.refused.max-term=0s", "leader-election.elections.noted.max-term=0s",
				"leader-election.elections.halted.max-term=0s", "management.endpoint.leader.show-values=always",
				"management.endpoint.leader.access=unrestricted", "management.endpoints.web.exposure.include=leader",
				"spring.jmx.enabled=true", "spring.jmx.default-domain=leader-control",
				"management.endpoints.jmx.exposure.include=*" })
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LeaderControlTests {

	private final HttpClient client = HttpClient.newHttpClient();

	@LocalServerPort
	private int port;

	@Autowired
	private LeaderElections elections;

	@Autowired
	private InMemoryAuditEventRepository audit;

	@Autowired
	private Terms terms;

	@Autowired
	private Nightly nightly;

	private HttpResponse<String> post(String election, String body) throws Exception {
		return EndpointClient.send(this.port, "leader/" + election, body);
	}

	private String get(String election) throws Exception {
		return EndpointClient.send(this.port, "leader/" + election, null).body();
	}

	private LeaderElection led(String name) {
		LeaderElection election = this.elections.get(name);
		Awaitility.await().until(election::isLeader);
		return election;
	}

	private static void awaitState(LeaderElection election, ElectionState state) {
		Awaitility.await().until(() -> election.status().state() == state);
	}

	@Test
	void showsAndForgetsCheckpoints() throws Exception {
		LeaderElection election = led("noted");
		Leadership term = election.leadership().orElseThrow();
		term.checkpoint("last invoice", "4711");
		term.checkpoint("zone", "<b>\u202e");
		LibraryNotes.of(term).note("tick:x", "1").toCompletableFuture().join();
		assertThat(get("noted"))
			.contains("\"checkpoints\":{\"last invoice\":\"4711\",\"tick:x\":\"1\",\"zone\":\"<b>\ufffd\"}");
		HttpResponse<String> forgotten = post("noted", "{\"action\":\"FORGET\",\"checkpoint\":\"zone\"}");
		assertThat(forgotten.statusCode()).isEqualTo(200);
		assertThat(forgotten.body()).contains("\"checkpoints\":{\"last invoice\":\"4711\",\"tick:x\":\"1\"}");
		assertThat(post("noted", "{\"action\":\"FORGET\",\"checkpoint\":\"zone\"}").body())
			.contains("has no checkpoint")
			.contains("last invoice");
		assertThat(post("noted", "{\"action\":\"FORGET\"}").statusCode()).isEqualTo(400);
		assertThat(post("noted", "{\"action\":\"PAUSE\",\"checkpoint\":\"zone\"}").body()).contains("FORGET only");
		assertThat(post("noted", "{\"action\":\"FORGET\",\"checkpoint\":\"*\"}").body()).doesNotContain("checkpoints");
		assertThat(term.checkpoints()).isEmpty();
		election.pause().toCompletableFuture().join();
		assertThat(post("noted", "{\"action\":\"FORGET\",\"checkpoint\":\"*\"}").body()).contains("does not lead");
		assertThat(this.audit.find(null, null, "LEADER_ELECTION_FORGET"))
			.anySatisfy((event) -> assertThat(event.getData()).containsEntry("checkpoint", "zone"));
	}

	@Test
	void runsATickByHandOnTheLeader() throws Exception {
		LeaderElection election = led("nightly");
		assertThat(get("nightly")).contains("\"ticks\":{\"bills\":{\"next\":\"");
		// A new leader first notes from when on it counts ticks, and is busy meanwhile
		Awaitility.await().untilAsserted(() -> assertThat(get("nightly")).contains("\"state\":\"noted\""));
		Awaitility.await().untilAsserted(() -> assertThat(get("nightly")).doesNotContain("\"running\""));
		HttpResponse<String> answer = post("nightly", "{\"action\":\"RUN_NOW\",\"tick\":\"bills\"}");
		assertThat(answer.statusCode()).isEqualTo(200);
		AopTestUtils.<Nightly>getTargetObject(this.nightly).ran.await();
		assertThat(post("nightly", "{\"action\":\"RUN_NOW\",\"tick\":\"mails\"}").body())
			.contains("has no tick \\\"mails\\\"")
			.contains("[bills]");
		assertThat(post("nightly", "{\"action\":\"RUN_NOW\"}").body()).contains("RUN_NOW needs a tick");
		assertThat(post("nightly", "{\"action\":\"PAUSE\",\"tick\":\"bills\"}").body()).contains("RUN_NOW only");
		election.pause().toCompletableFuture().join();
		assertThat(post("nightly", "{\"action\":\"RUN_NOW\",\"tick\":\"bills\"}").body()).contains("does not lead");
		assertThat(post("nightly", "{\"action\":\"RUN_NOW\",\"tick\":\"mails\"}").body()).contains("does not lead")
			.doesNotContain("has no tick");
		assertThat(this.audit.find(null, null, "LEADER_ELECTION_RUN_NOW")).hasSize(1)
			.allSatisfy((event) -> assertThat(event.getData()).containsEntry("tick", "bills"));
	}

	@Test
	void pausesAndResumes() throws Exception {
		LeaderElection election = led("paused");
		assertThat(post("paused", "{\"action\":\"PAUSE\"}").statusCode()).isEqualTo(200);
		awaitState(election, ElectionState.PAUSED);
		assertThat(get("paused")).contains("\"withheldBy\":[\"PAUSED\"]");
		HttpResponse<String> again = post("paused", "{\"action\":\"PAUSE\"}");
		assertThat(again.statusCode()).isEqualTo(400);
		assertThat(again.body()).contains("already paused on this instance");
		GuardedElection.of(election).withhold(TransitionCause.INELIGIBLE).toCompletableFuture().join();
		assertThat(get("paused")).contains("\"withheldBy\":[\"INELIGIBLE\",\"PAUSED\"]");
		GuardedElection.of(election).restore(TransitionCause.INELIGIBLE).toCompletableFuture().join();
		HttpResponse<String> stepDown = post("paused", "{\"action\":\"STEP_DOWN\"}");
		assertThat(stepDown.statusCode()).isEqualTo(400);
		assertThat(stepDown.body()).contains("does not lead the election. Send the request to its leader\"");
		assertThat(election.status().state()).isEqualTo(ElectionState.PAUSED);
		assertThat(post("paused", "{\"action\":\"RESUME\"}").statusCode()).isEqualTo(200);
		led("paused");
		assertThat(get("paused")).doesNotContain("withheldBy");
		HttpResponse<String> resumedAgain = post("paused", "{\"action\":\"RESUME\"}");
		assertThat(resumedAgain.statusCode()).isEqualTo(400);
		assertThat(resumedAgain.body()).contains("is not paused on this instance");
	}

	@Test
	void everyActionIsAudited() throws Exception {
		led("audited");
		post("audited", "{\"action\":\"STEP_DOWN\",\"coolDown\":\"PT0.01S\"}");
		post("audited", "{\"action\":\"PAUSE\"}");
		awaitState(this.elections.get("audited"), ElectionState.PAUSED);
		post("audited", "{\"action\":\"RESUME\"}");
		List<AuditEvent> events = this.audit.find(null, null, null)
			.stream()
			.filter((event) -> "audited".equals(event.getData().get("election")))
			.toList();
		assertThat(events).extracting(AuditEvent::getType)
			.containsExactly("LEADER_ELECTION_STEP_DOWN", "LEADER_ELECTION_PAUSE", "LEADER_ELECTION_RESUME");
		assertThat(events).allSatisfy((event) -> {
			assertThat(event.getPrincipal()).isEqualTo("unknown");
			assertThat(event.getData()).containsEntry("instance", this.elections.instance());
		});
		assertThat(events.get(0).getData()).containsEntry("coolDown", "PT0.01S");
		assertThat(events.get(1).getData()).doesNotContainKey("coolDown");
	}

	@ParameterizedTest
	@ValueSource(strings = { "{\"action\":\"DANCE\"}", "{}", "{\"action\":\"pause\"}",
			"{\"action\":\"PAUSE\",\"coolDown\":\"PT1S\"}", "{\"action\":\"STEP_DOWN\",\"coolDown\":\"400d\"}",
			"{\"action\":\"STEP_DOWN\",\"coolDown\":\"soon\"}", "{\"action\":\"STEP_DOWN\",\"coolDown\":\"-5s\"}" })
	void badRequestIsRefusedNamingActionsAndNotAudited(String body) throws Exception {
		LeaderElection election = led("refused");
		HttpResponse<String> response = post("refused", body);
		assertThat(response.statusCode()).isEqualTo(400);
		assertThat(response.body())
			.contains(
					"\"actions\":[\"STEP_DOWN\",\"PAUSE\",\"RESUME\",\"SUSPEND\",\"UNSUSPEND\",\"FORGET\",\"RUN_NOW\"]")
			.doesNotContain("DANCE");
		assertThat(election.isLeader()).isTrue();
		assertThat(this.audit.find(null, null, null))
			.noneMatch((event) -> "refused".equals(event.getData().get("election")));
	}

	@ParameterizedTest
	@ValueSource(strings = { "30", "\"30\"", "0", "\"-30\"", "\" 30 \"" })
	void coolDownWithoutAUnitIsRefusedAndNamed(String coolDown) throws Exception {
		LeaderElection election = led("refused");
		HttpResponse<String> response = post("refused", "{\"action\":\"STEP_DOWN\",\"coolDown\":" + coolDown + "}");
		assertThat(response.statusCode()).isEqualTo(400);
		assertThat(response.body()).contains("coolDown " + coolDown.replace("\"", "").trim() + " has no unit")
			.contains("30s");
		assertThat(election.isLeader()).isTrue();
	}

	@Test
	void concurrentRequestsAreSafe() throws Exception {
		LeaderElection election = led("busy");
		List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
		for (int i = 0; i < 40; i++) {
			String action = List.of("STEP_DOWN", "PAUSE", "RESUME", "STEP_DOWN").get(i % 4);
			answers.add(this.client.sendAsync(
					EndpointClient.request(this.port, "leader/busy", "{\"action\":\"" + action + "\"}"),
					HttpResponse.BodyHandlers.ofString()));
		}
		// 400 is the answer to an action that changes nothing
		answers.forEach((answer) -> assertThat(answer.join().statusCode()).isIn(200, 400));
		assertThat(post("busy", "{\"action\":\"RESUME\"}").statusCode()).isIn(200, 400);
		led("busy");
		assertThat(election.status().state()).isEqualTo(ElectionState.LEADER);
		assertThat(this.terms.illegal).isEmpty();
		Awaitility.await().until(() -> this.terms.open.get() == 1);
	}

	@Test
	void actsOverJmx() throws Exception {
		LeaderElection election = led("managed");
		Object answer = invoke("changeLeadership", "managed", "PAUSE", null, null, null, null);
		assertThat(answer).isInstanceOf(Map.class);
		awaitState(election, ElectionState.PAUSED);
		invoke("changeLeadership", "managed", "RESUME", null, null, null, null);
		long token = led("managed").leadership().orElseThrow().fencingToken();
		invoke("changeLeadership", "managed", "STEP_DOWN", null, null, null, null);
		Awaitility.await().until(() -> election.leadership().filter((term) -> term.fencingToken() > token).isPresent());
		invoke("changeLeadership", "managed", "STEP_DOWN", "PT1H", null, null, null);
		awaitState(election, ElectionState.FOLLOWER);
		assertThat(invoke("changeLeadership", "nosuchelection", "PAUSE", null, null, null, null)).isNull();
		assertThatExceptionOfType(Exception.class)
			.isThrownBy(() -> invoke("changeLeadership", "managed", "DANCE", null, null, null, null))
			.withStackTraceContaining("Use one of: STEP_DOWN, PAUSE, RESUME, SUSPEND, UNSUSPEND, FORGET, RUN_NOW");
		assertThat(this.audit.find(null, null, "LEADER_ELECTION_STEP_DOWN"))
			.anySatisfy((event) -> assertThat(event.getData()).containsEntry("election", "managed")
				.containsEntry("coolDown", "PT1H"));
	}

	@Test
	void suspendsOverJmx() throws Exception {
		LeaderElection election = led("halted");
		invoke("changeLeadership", "halted", "SUSPEND", null, null, null, "invoice migration");
		awaitState(election, ElectionState.SUSPENDED);
		assertThat(invoke("election", "halted")).asInstanceOf(InstanceOfAssertFactories.MAP)
			.containsEntry("state", "SUSPENDED")
			.extractingByKey("suspended", InstanceOfAssertFactories.MAP)
			.containsEntry("reason", "invoice migration");
		assertThat(this.audit.find(null, null, "LEADER_ELECTION_SUSPEND"))
			.anySatisfy((event) -> assertThat(event.getData()).containsEntry("election", "halted")
				.containsEntry("reason", "invoice migration"));
		invoke("changeLeadership", "halted", "UNSUSPEND", null, null, null, null);
		led("halted");
	}

	@Test
	void readsOverJmxReturnTheFieldsOfJson() throws Exception {
		led("busy");
		Object all = invoke("elections");
		assertThat(all).asInstanceOf(InstanceOfAssertFactories.MAP).containsKeys("instance", "elections");
		Object one = invoke("election", "busy");
		assertThat(one).asInstanceOf(InstanceOfAssertFactories.MAP)
			.extractingByKey("history", InstanceOfAssertFactories.LIST)
			.isNotEmpty()
			.allSatisfy((term) -> assertThat(term).asInstanceOf(InstanceOfAssertFactories.MAP)
				.containsEntry("leader", this.elections.instance())
				.containsEntry("own", true));
	}

	private static Object invoke(String operation, Object... arguments) throws Exception {
		MBeanServer server = ManagementFactory.getPlatformMBeanServer();
		Set<ObjectName> names = server.queryNames(new ObjectName("leader-control:type=Endpoint,name=Leader,*"), null);
		assertThat(names).hasSize(1);
		String[] types = new String[arguments.length];
		Arrays.fill(types, String.class.getName());
		return server.invoke(names.iterator().next(), operation, arguments, types);
	}

	static class Nightly {

		final CountDownLatch ran = new CountDownLatch(1);

		@Scheduled(cron = "0 0 0 1 1 *", zone = "UTC")
		@OnLeader("nightly")
		@OncePerTick(name = "bills")
		void run() {
			this.ran.countDown();
		}

	}

	/** Checks that grants and revocations of one election alternate. */
	static class Terms {

		private final AtomicInteger open = new AtomicInteger();

		private final List<String> illegal = new CopyOnWriteArrayList<>();

		@EventListener(condition = "#event.election == 'busy'")
		void granted(LeadershipGrantedEvent event) {
			check(this.open.incrementAndGet(), 1, event);
		}

		@EventListener(condition = "#event.election == 'busy'")
		void revoked(LeadershipRevokedEvent event) {
			check(this.open.decrementAndGet(), 0, event);
		}

		private void check(int now, int expected, Object event) {
			if (now != expected) {
				this.illegal.add(event.toString());
			}
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableScheduling
	@Import(InMemoryStore.class)
	@EnableAutoConfiguration(exclude = AuditAutoConfiguration.class) // expects Spring
																		// Security
	static class Application {

		@Bean
		InMemoryAuditEventRepository auditEventRepository() {
			return new InMemoryAuditEventRepository();
		}

		@Bean
		AuditListener auditListener(AuditEventRepository repository) {
			return new AuditListener(repository);
		}

		@Bean
		Nightly nightly() {
			return new Nightly();
		}

		@Bean
		Terms terms() {
			return new Terms();
		}

	}

}
