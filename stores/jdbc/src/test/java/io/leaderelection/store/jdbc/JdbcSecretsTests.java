/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.regex.Matcher;

import org.assertj.core.util.Throwables;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class JdbcSecretsTests {

	private static final String URL = "jdbc:postgresql://db:54x2/orders?user=app&password=canary%2Bplus";

	@ParameterizedTest
	@CsvSource(delimiter = ' ', value = {
			"jdbc:postgresql://db:5432/orders?user=app&password=canary jdbc:postgresql://db:5432/orders",
			"jdbc:postgresql://db-1:5432,db-2:5433/orders jdbc:postgresql://db-1:5432,db-2:5433/orders",
			"jdbc:postgresql://[::1]:5432/orders jdbc:postgresql://[::1]:5432/orders",
			"jdbc:postgresql:orders jdbc:postgresql:orders",
			"jdbc:postgresql://db/orders&password=canary jdbc:postgresql://db/orders",
			"jdbc:mysql://app:canary@db:3306/orders jdbc:mysql://db:3306/orders",
			"jdbc:mysql://app:can@ary@db/orders jdbc:mysql://db/orders",
			"jdbc:mysql://app:canary?x@db/orders jdbc:mysql://...",
			"jdbc:mysql://app:canary;x@db/orders jdbc:mysql://...",
			"jdbc:mysql://address=(host=db)(password=canary)/orders jdbc:mysql://address=(host=db)(password=...)/orders",
			"jdbc:mysql://(host=db,password=canary)/orders jdbc:mysql://(host=db,password=...)/orders",
			"jdbc:mariadb://db/orders?password=canary jdbc:mariadb://db/orders",
			"jdbc:sqlserver://db:1433;databaseName=orders;password=canary jdbc:sqlserver://db:1433",
			"jdbc:db2://db:50000/orders:password=canary;user=app; jdbc:db2://db:50000/orders:password=...",
			"jdbc:oracle:thin:app/canary@db:1521/orders jdbc:oracle:thin:@db:1521/orders",
			"jdbc:oracle:thin:app/canary?x@db:1521/orders jdbc:oracle:thin:...",
			"jdbc:oracle:thin:@//db:1521/orders jdbc:oracle:thin:@//db:1521/orders",
			"jdbc:h2:file:./orders;PASSWORD=canary jdbc:h2:file:./orders",
			"jdbc:h2:tcp://localhost/mem:orders jdbc:h2:tcp://localhost/mem:orders",
			"jdbc:oracle:thin:scott/ca//nary@//db:1521/x jdbc:oracle:thin:@//db:1521/x",
			"jdbc:oracle:scott/ca:nary@db:1521/x jdbc:oracle:@db:1521/x",
			"jdbc:oracle:thin:scott/\"ca@nary\"@db:1521/x jdbc:oracle:thin:@db:1521/x",
			"jdbc:oracle:thin:scott/canary jdbc:oracle:thin:...",
			"jdbc:oracle:thin:@tcps://db:1521/x?wallet_location=/w jdbc:oracle:thin:@tcps://db:1521/x",
			"jdbc:oracle:thin:@(DESCRIPTION=(ADDRESS=(HOST=db)(PORT=1))(SECURITY=(PASSWORD=ca@nary))) jdbc:oracle:thin:...",
			"jdbc:oracle:thin:@(DESCRIPTION=(ADDRESS=(HOST=db)(PORT=1))(CONNECT_DATA=(SID=x))) "
					+ "jdbc:oracle:thin:@(DESCRIPTION=(ADDRESS=(HOST=db)(PORT=1))(CONNECT_DATA=(SID=x)))",
			"jdbc:oracle:thin:@(DESCRIPTION=(ADDRESS=(HOST=db))(SECURITY=(MY_WALLET=(canary)))) "
					+ "jdbc:oracle:thin:@(DESCRIPTION=(ADDRESS=(HOST=db))(SECURITY=...)",
			"jdbc:mysql://u:12?34canary@db/orders jdbc:mysql://...",
			"jdbc:mysql://u:12;34canary@db/orders jdbc:mysql://...",
			"jdbc:mysql://u:12#34canary@db/orders jdbc:mysql://...",
			"jdbc:mysql://u:12&34canary@db/orders jdbc:mysql://...",
			"jdbc:mysql://u:c@nary12?canary@db/orders jdbc:mysql://...",
			"jdbc:mysql://u:12/34?canary@db/orders jdbc:mysql://...",
			"jdbc:mysql://u:ca/nary@db/orders jdbc:mysql://db/orders",
			"jdbc:mysql://u:ca//nary@db/orders jdbc:mysql://db/orders",
			"jdbc:mysql://u:ca(nary@db/orders jdbc:mysql://...",
			"jdbc:mysql:loadbalance://u1:canary@db1,u2:canary@db2/orders jdbc:mysql:loadbalance://db2/orders",
			"jdbc:mysql:replication://db1:3306,db2/orders?user=app@eu&password=can@ary "
					+ "jdbc:mysql:replication://db1:3306,db2/orders",
			"jdbc:mysql://root:canary@[db1,db2]/orders jdbc:mysql://...",
			"jdbc:mysql:loadbalance://address=(host=db1)(password=can,ary)(port=1),address=(host=db2)/orders "
					+ "jdbc:mysql:loadbalance://address=(host=db1)(password=...)/orders",
			"jdbc:mysql://address=(host=db)(pass%77ord=canary)/orders jdbc:mysql://address=(host=db)(pass%77ord=...)/orders",
			"jdbc:mysql://address=(host=db)(password=ca@nary.c/x)/orders jdbc:mysql://...",
			"jdbc:mysql://address=(host=db)(password=ca;nary)/orders jdbc:mysql://address=(host=db)(password=...",
			"jdbc:mysql://db1,address=(host=db2)(password=canary)/orders jdbc:mysql://db1,address=(host=db2)(password=...)/orders",
			"jdbc:mariadb:sequential://address=(host=db)(port=1)/orders?password=canary "
					+ "jdbc:mariadb:sequential://address=(host=db)(port=1)/orders",
			"jdbc:sqlserver://db:1433;password={can;a@ry};user=app@eu jdbc:sqlserver://db:1433",
			"jdbc:sqlserver://;serverName=db;password=canary jdbc:sqlserver://",
			"jdbc:h2:file:./a@b;PASSWORD=can@ary jdbc:h2:file:@b", "jdbc:x:us/ca:nary@db jdbc:x:@db",
			"jdbc:x:u:ca?nary@db jdbc:x:...",
			"jdbc:db2://db:1/orders:password=can,ary; jdbc:db2://db:1/orders:password=..." })
	void aUrlIsShownWithoutWhatMayBeSecret(String url, String shown) {
		assertThat(JdbcUrls.withoutSecrets(url)).isEqualTo(shown);
	}

	@ParameterizedTest
	@ValueSource(strings = { "Unable to parse URL " + URL, "The port of canary%2Bplus is none",
			"canary+plus is refused", "password=canary is not understood" })
	void whatADriverQuotesIsRemovedAndTheRestStays(String message) {
		SQLException failure = new SQLException("outside", "08001", 7,
				new IllegalStateException("inside", new SQLException(message, "28P01")));
		SQLException told = JdbcSecrets.of(URL, new Properties()).removedFrom(failure);
		assertThat(Throwables.getStackTrace(told)).doesNotContain("canary").contains("outside", "inside");
		assertThat(told.getSQLState()).isEqualTo("08001");
		assertThat(told.getErrorCode()).isEqualTo(7);
		assertThat(told.getStackTrace()).isEqualTo(failure.getStackTrace());
	}

	@Test
	void whatIsGivenBesideTheUrlIsRemovedToo() {
		Properties properties = new Properties();
		properties.setProperty("user", "app");
		properties.setProperty("password", "canary");
		SQLException failure = new SQLException("first");
		failure.setNextException(new SQLException("app with canary is refused"));
		assertThat(Throwables.getStackTrace(JdbcSecrets.of("jdbc:x:y", properties).removedFrom(failure)))
			.doesNotContain("canary");
		assertThat((Throwable) JdbcSecrets.of(null, properties).removedFrom(new SQLException("canary sings")))
			.hasMessage("... sings");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = {
			"jdbc:mysql://app:canary@ryx@db:33x6/o|Cannot parse app:canary@ryx@db:33x6|Cannot parse app:...@db:33x6",
			"jdbc:mysql://a:canary1@db1,b:canary2@db2/o|No host in b:canary2@db2|No host in b:...@db2",
			"jdbc:mysql://(host=db,password=can ary)/o|password=can ary, said db|password=..., said db",
			"jdbc:sqlserver://db;password={can;ary}}x}|The password can;ary}x is old|The password ... is old",
			"jdbc:sqlserver://db;password={can;ary}|Cannot parse password={can;ary}, port|Cannot parse password=..., port",
			"jdbc:h2:file:./o;CIPHER=AES;PASSWORD=canary canary2|Wrong: canary canary2 (or canary2)|Wrong: ... (or ...)",
			"jdbc:oracle:thin:app/\"can@ary\"@db|Cannot find can@ary|Cannot find ...",
			"jdbc:mysql://app:first?canary@db/o|Cannot parse near 'canary@db'|Cannot parse near '...@db'",
			"jdbc:mysql://app:on@db:33x6/o|Cannot go on with app:on@db|Cannot go on with app:...@db" })
	void whatADriverQuotesInPartIsRemoved(String url, String message, String shown) {
		SQLException told = JdbcSecrets.of(url, new Properties()).removedFrom(new SQLException(message));
		assertThat((Throwable) told).hasMessage(shown);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			value = { "user|password authentication failed for user \"app\"|", "on|The port 1 on db is closed|",
					"postgres|database \"postgres\" does not exist|",
					"user|Wrong password 'user' of user 'app'|Wrong password '...' of user 'app'",
					"on|password: on, port: 1|password: ..., port: 1",
					"postgres|Cannot parse app:postgres@db|Cannot parse app:...@db", "Secret|secret=Secret|secret=...",
					"sesame|sesame, xsesamex and %20sesame|..., x...x and %20..." })
	void aWordOfEveryMessageIsRemovedOnlyWhereAPasswordStands(String password, String message, @Nullable String shown) {
		Properties properties = new Properties();
		properties.setProperty("user", "app");
		properties.setProperty("password", password);
		SQLException told = JdbcSecrets.of("jdbc:x:y", properties).removedFrom(new SQLException(message));
		assertThat((Throwable) told).hasMessage((shown != null) ? shown : message);
	}

	/** None of these ports is open, or a port at all. */
	@ParameterizedTest
	@ValueSource(strings = { "jdbc:postgresql://app:@@localhost:1/o", "jdbc:postgresql://localhost:x/o?password=@",
			"jdbc:postgresql://localhost:1/o?password=@", "jdbc:postgresql://localhost:1/o&password=@",
			"jdbc:postgresql://localhost:1?password=@&ssl", "jdbc:mysql://app:@@localhost:1/o",
			"jdbc:mysql://app:@@localhost:x/o", "jdbc:mysql://localhost:1/o?password=@&=x",
			"jdbc:mysql://localhost:1,localhost:x/o?password=@", "jdbc:mysql:loadbalance://app:@@localhost:x/o",
			"jdbc:mysql://address=(host=localhost)(port=x)(password=@)/o",
			"jdbc:mysql://address=(host=localhost)(port=1)(password=@/o",
			"jdbc:mysql://(host=localhost,port=x,password=@)/o",
			"jdbc:mysql://localhost:1/o?password=@&connectTimeout=x", "jdbc:mariadb://app:@@localhost:1/o",
			"jdbc:mariadb://localhost:x/o?password=@", "jdbc:mariadb://localhost:1/o?password=@&connectTimeout=x",
			"jdbc:mariadb:loadbalance://address=(host=localhost)(port=x)(password=@)/o",
			"jdbc:mariadb://address=(host=localhost)(port=1)(password=@/o",
			"jdbc:h2:tcp://localhost:x/mem:o;PASSWORD=@", "jdbc:h2:mem:o;PASSWORD=@;PASSWORD=x",
			"jdbc:h2:mem:o;PASSWORD=@;NOPE=x", "jdbc:h2:mem:o;PASSWORD=@;CIPHER", "jdbc:h2:app:@@localhost/o",
			"jdbc:nobody://app:@@localhost/o" })
	void noDriverTellsAPassword(String url) {
		for (String password : List.of("canary", "can-cana", "cana?nary", "cana@nary", "cana/nary", "cana//nary",
				"cana:nary", "cana;nary", "cana&nary", "cana=nary", "cana#nary", "cana,nary", "cana(nary", "cana)nary",
				"cana nary", "cana%nary", "cana%20nary", "{cana;nary}", "cana'nary", "cana[nary", "cana\\nary")) {
			String given = url.replaceFirst("(?<=[:=])@", Matcher.quoteReplacement(password));
			assertThat(given).contains(password);
			assertThat(JdbcUrls.withoutSecrets(given)).as(given).doesNotContain("cana", "nary");
			UrlConnectionSource source = new UrlConnectionSource(given, "app", null);
			assertThatThrownBy(() -> source.open(Duration.ofSeconds(1))).as(given)
				.satisfies(
						(failure) -> assertThat(Throwables.getStackTrace(failure).replaceAll("\tat .*", "")).as(given)
							.doesNotContain("cana", "nary"));
		}
	}

	@Test
	void aFailureWithoutASecretStaysAsItIs() {
		SQLException failure = new SQLException("Connection to db:5432 refused", "08001");
		assertThat((Throwable) JdbcSecrets.of(URL, new Properties()).removedFrom(failure)).isSameAs(failure);
	}

}
