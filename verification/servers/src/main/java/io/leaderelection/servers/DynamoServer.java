/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * A server with the API of DynamoDB, without tables: one of two implementations that are
 * independent of each other and of Amazon. {@value #SCRIPT} installs both.
 */
public final class DynamoServer extends TestServer {

	/** The environment variable that names the folder with the program dynalite. */
	public static final String DYNALITE = "LEADER_ELECTION_DYNALITE";

	/** The environment variable that names the folder with the Python that has moto. */
	public static final String MOTO = "LEADER_ELECTION_MOTO";

	/** The access key, which both accept like any other. */
	public static final String ACCESS_KEY = "root-of-the-tests";

	/** The secret key, which both accept like any other. */
	public static final String SECRET_KEY = "secret-of-the-tests";

	/** A region, which both accept like any other. */
	public static final String REGION = "us-east-1";

	private static final String SCRIPT = "./verify --install --all";

	private static final String MOTO_SCRIPT = "one-at-a-time.py";

	private @Nullable User user;

	private DynamoServer(Path directory, int port, ServerProcess process) {
		super(directory, port, process);
	}

	/**
	 * Starts dynalite, a program of Node.js, which keeps its data over {@link #stop()}
	 * and {@link #kill()}. It checks no rights, and does not return what refused a write.
	 * @return the running server
	 */
	public static DynamoServer open() {
		Path directory = Commands.temporaryDirectory("dynalite");
		int port = Loopback.freePort();
		List<String> command = List.of(program(DYNALITE, "dynalite", "node_modules/.bin").toString(), "--host",
				Loopback.HOST, "--port", Integer.toString(port), "--path", directory.resolve("data").toString());
		return started(new DynamoServer(directory, port, new NativeProcess(command, directory)));
	}

	/**
	 * Starts moto, a Python program, which loses its data when it ends. It answers one
	 * request after the other, because moto itself checks a condition and writes in two
	 * steps.
	 * @return the running server
	 */
	public static DynamoServer openMoto() {
		Path directory = Commands.temporaryDirectory("moto");
		int port = Loopback.freePort();
		Path script = directory.resolve(MOTO_SCRIPT);
		try (InputStream in = Objects.requireNonNull(DynamoServer.class.getResourceAsStream(MOTO_SCRIPT))) {
			Files.copy(in, script);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		List<String> command = List.of(program(MOTO, "moto", "bin").resolveSibling("python").toString(),
				script.toString(), Loopback.HOST, Integer.toString(port));
		return started(new DynamoServer(directory, port, new NativeProcess(command, directory)));
	}

	private static Path program(String variable, String name, String folder) {
		String chosen = System.getenv().getOrDefault(variable, "");
		Path versions = Path.of(System.getProperty("user.home"), ".cache", "leader-election", name);
		Path program = (chosen.isEmpty() ? newest(versions).resolve(folder) : Path.of(chosen))
			.resolve(name.equals("moto") ? "moto_server" : name);
		if (!Files.isExecutable(program)) {
			throw new IllegalStateException(
					"No program " + program + ". " + SCRIPT + " installs it; or name its folder in " + variable);
		}
		return program;
	}

	private static Path newest(Path versions) {
		if (!Files.isDirectory(versions)) {
			return versions;
		}
		try (Stream<Path> installed = Files.list(versions)) {
			return installed.sorted().reduce((first, second) -> second).orElse(versions);
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Cannot read " + versions, ex);
		}
	}

	/**
	 * Returns the URL for clients.
	 * @return the URL
	 */
	public String endpoint() {
		return endpoint(port());
	}

	/**
	 * Returns the URL for clients that use a proxy.
	 * @param port the port of the proxy
	 * @return the URL
	 */
	public static String endpoint(int port) {
		return "http://" + Loopback.HOST + ":" + port;
	}

	/**
	 * Deletes the item of an election, as a person could.
	 * @param table the table
	 * @param namespace the namespace of the election
	 * @param election its name
	 */
	public void delete(String table, String namespace, String election) {
		send("/", "dynamodb", "application/x-amz-json-1.0",
				"{\"TableName\":\"%s\",\"Key\":{\"namespace\":{\"S\":\"%s\"},\"election\":{\"S\":\"%s\"}}}"
					.formatted(table, namespace, election));
	}

	/**
	 * Lets moto check keys and actions from now on, but not on which table. dynalite
	 * cannot do that.
	 * @param policy the policy of the only user, which is created by the first call
	 */
	public void restrict(String policy) {
		relax();
		if (this.user == null) {
			iam("CreateUser", "");
			String keys = iam("CreateAccessKey", "");
			this.user = new User(between(keys, "AccessKeyId"), between(keys, "SecretAccessKey"));
		}
		iam("PutUserPolicy", "&PolicyName=p&PolicyDocument=" + URLEncoder.encode(policy, StandardCharsets.UTF_8));
		send("/moto-api/reset-auth", "iam", "text/plain", "0");
	}

	/**
	 * Lets moto accept everything again.
	 */
	public void relax() {
		send("/moto-api/reset-auth", "iam", "text/plain", "inf");
	}

	/**
	 * Returns the user whose policy is set.
	 * @return the user
	 * @throws IllegalStateException unless {@link #restrict(String)} was called
	 */
	public User user() {
		if (this.user == null) {
			throw new IllegalStateException("There is no user yet");
		}
		return this.user;
	}

	private String iam(String action, String parameters) {
		return send("/", "iam", "application/x-www-form-urlencoded",
				"Version=2010-05-08&UserName=candidate&Action=" + action + parameters);
	}

	private static String between(String text, String element) {
		return text.replaceFirst("(?s).*<" + element + ">(.*)</" + element + ">.*", "$1");
	}

	/** Sends a request whose signature is not checked. */
	private String send(String path, String service, String type, String body) {
		HttpRequest request = HttpRequest.newBuilder(URI.create(endpoint() + path))
			.timeout(Duration.ofSeconds(30))
			.header("Content-Type", type)
			.header("X-Amz-Target", "DynamoDB_20120810.DeleteItem")
			.header("X-Amz-Date", "20260101T000000Z")
			.header("Authorization",
					"AWS4-HMAC-SHA256 Credential=" + ACCESS_KEY + "/20260101/" + REGION + "/" + service
							+ "/aws4_request, SignedHeaders=host, Signature=0")
			.POST(HttpRequest.BodyPublishers.ofString(body))
			.build();
		try {
			HttpResponse<String> answer = HttpClient.newHttpClient()
				.send(request, HttpResponse.BodyHandlers.ofString());
			if (answer.statusCode() != HttpURLConnection.HTTP_OK) {
				throw new IOException("The server answered " + answer.statusCode() + " " + answer.body());
			}
			return answer.body();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	/** Any answer will do. */
	@Override
	boolean isReady() {
		return Loopback.answers(port(), "GET / HTTP/1.1\r\nHost: " + Loopback.HOST + "\r\nConnection: close\r\n\r\n",
				(in) -> new String(in.readAllBytes(), StandardCharsets.US_ASCII).startsWith("HTTP/1."));
	}

	/**
	 * A user of moto.
	 *
	 * @param accessKey the access key
	 * @param secretKey the secret key
	 */
	public record User(String accessKey, String secretKey) {

	}

}
