/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;

import io.leaderelection.store.jdbc.connection.DriverConnectionSource;
import org.assertj.core.util.Throwables;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class JdbcUrlsTests {

	@ParameterizedTest
	@CsvSource(delimiter = ' ', value = {
			"jdbc:postgresql://db:5432/orders?user=app&password=canary jdbc:postgresql://db:5432/orders",
			"jdbc:postgresql://db-1:5432,db-2:5433/orders jdbc:postgresql",
			"jdbc:postgresql://[::1]:5432/orders jdbc:postgresql://[::1]:5432/orders",
			"jdbc:postgresql:orders jdbc:postgresql", "jdbc:postgresql://db/ jdbc:postgresql://db",
			"jdbc:postgresql://db/order%20s jdbc:postgresql://db", "jdbc:postgresql://db/a/b jdbc:postgresql://db",
			"jdbc:mysql://db/orders;password=canary jdbc:mysql://db",
			"jdbc:postgresql://db/orders&password=canary jdbc:postgresql://db",
			"jdbc:mysql://app:canary@db:3306/orders jdbc:mysql://db:3306/orders",
			"jdbc:mysql://app:can@ary@db/orders jdbc:mysql", "jdbc:mysql://app:canary?x@db/orders jdbc:mysql",
			"jdbc:mysql://app:canary;x@db/orders jdbc:mysql://db/orders",
			"jdbc:mysql://address=(host=db)(password=canary)/orders jdbc:mysql",
			"jdbc:mysql://(host=db,password=canary)/orders jdbc:mysql",
			"jdbc:mariadb://db/orders?password=canary jdbc:mariadb://db/orders",
			"jdbc:sqlserver://db:1433;databaseName=orders;password=canary jdbc:sqlserver",
			"jdbc:db2://db:50000/orders:password=canary;user=app; jdbc:db2://db:50000",
			"jdbc:oracle:thin:app/canary@db:1521/orders jdbc:oracle",
			"jdbc:oracle:thin:app/canary?x@db:1521/orders jdbc:oracle",
			"jdbc:oracle:thin:@//db:1521/orders jdbc:oracle", "jdbc:h2:file:./orders;PASSWORD=canary jdbc:h2",
			"jdbc:h2:tcp://localhost/mem:orders jdbc:h2://localhost",
			"jdbc:oracle:thin:scott/ca//nary@//db:1521/x jdbc:oracle",
			"jdbc:oracle:scott/ca:nary@db:1521/x jdbc:oracle",
			"jdbc:oracle:thin:scott/\"ca@nary\"@db:1521/x jdbc:oracle", "jdbc:oracle:thin:scott/canary jdbc:oracle",
			"jdbc:oracle:thin:@tcps://db:1521/x?wallet_location=/w jdbc:oracle",
			"jdbc:oracle:thin:@(DESCRIPTION=(ADDRESS=(HOST=db)(PORT=1))(SECURITY=(PASSWORD=ca@nary))) jdbc:oracle",
			"jdbc:oracle:thin:@(DESCRIPTION=(ADDRESS=(HOST=db)(PORT=1))(CONNECT_DATA=(SID=x))) jdbc:oracle",
			"jdbc:oracle:thin:@(DESCRIPTION=(ADDRESS=(HOST=db))(SECURITY=(MY_WALLET=(canary)))) jdbc:oracle",
			"jdbc:mysql://u:12?34canary@db/orders jdbc:mysql",
			"jdbc:mysql://u:12;34canary@db/orders jdbc:mysql://db/orders",
			"jdbc:mysql://u:12#34canary@db/orders jdbc:mysql",
			"jdbc:mysql://u:12&34canary@db/orders jdbc:mysql://db/orders",
			"jdbc:mysql://u:c@nary12?canary@db/orders jdbc:mysql", "jdbc:mysql://u:12/34?canary@db/orders jdbc:mysql",
			"jdbc:mysql://u:ca/nary@db/orders jdbc:mysql", "jdbc:mysql://u:ca//nary@db/orders jdbc:mysql",
			"jdbc:mysql://u:ca(nary@db/orders jdbc:mysql",
			"jdbc:mysql:loadbalance://u1:canary@db1,u2:canary@db2/orders jdbc:mysql",
			"jdbc:mysql:replication://db1:3306,db2/orders?user=app@eu&password=can@ary jdbc:mysql",
			"jdbc:mysql://root:canary@[db1,db2]/orders jdbc:mysql",
			"jdbc:mysql:loadbalance://address=(host=db1)(password=can,ary)(port=1),address=(host=db2)/orders jdbc:mysql",
			"jdbc:mysql://address=(host=db)(pass%77ord=canary)/orders jdbc:mysql",
			"jdbc:mysql://address=(host=db)(password=ca@nary.c/x)/orders jdbc:mysql",
			"jdbc:mysql://address=(host=db)(password=ca;nary)/orders jdbc:mysql",
			"jdbc:mysql://db1,address=(host=db2)(password=canary)/orders jdbc:mysql",
			"jdbc:mariadb:sequential://address=(host=db)(port=1)/orders?password=canary jdbc:mariadb",
			"jdbc:sqlserver://db:1433;password={can;a@ry};user=app@eu jdbc:sqlserver",
			"jdbc:sqlserver://;serverName=db;password=canary jdbc:sqlserver",
			"jdbc:h2:file:./a@b;PASSWORD=can@ary jdbc:h2", "jdbc:x:us/ca:nary@db jdbc:x", "jdbc:x:u:ca?nary@db jdbc:x",
			"jdbc:db2://db:1/orders:password=can,ary; jdbc:db2://db:1" })
	void onlyVendorHostAndDatabaseAreShown(String url, String shown) {
		assertThat(JdbcUrls.shown(url)).isEqualTo(shown);
	}

	@ParameterizedTest
	@CsvSource({ "jdbc:postgresql://db:5432/orders, true", "jdbc:postgresql://db, true",
			"jdbc:postgresql://[::1]:5432/orders, true", "jdbc:postgresql:orders, false", "jdbc:h2:mem:orders, false",
			"jdbc:mysql://app@db/orders, false", "jdbc:mysql://app:canary@db/orders, false",
			"jdbc:mysql://app:canary/orders, false", "jdbc:postgresql://db/orders?ssl=true, false",
			"jdbc:postgresql://db/orders&password=canary, false", "jdbc:postgresql://db:54x2/orders, false",
			"jdbc:sqlserver://db;password=canary, false", "jdbc:mysql://db/orders#canary, false" })
	void urlOfVendorHostAndDatabaseHasNoSecret(String url, boolean without) {
		assertThat(JdbcUrls.isWithoutSecrets(url)).isEqualTo(without);
	}

	/** The ports are closed or invalid. */
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
	void noDriverRevealsAPassword(String url) {
		for (String password : List.of("canary", "can-cana", "cana?nary", "cana@nary", "cana/nary", "cana//nary",
				"cana:nary", "cana;nary", "cana&nary", "cana=nary", "cana#nary", "cana,nary", "cana(nary", "cana)nary",
				"cana nary", "cana%nary", "cana%20nary", "{cana;nary}", "cana'nary", "cana[nary", "cana\\nary")) {
			String given = url.replaceFirst("(?<=[:=])@", Matcher.quoteReplacement(password));
			assertThat(given).contains(password);
			assertThat(JdbcUrls.shown(given)).as(given).doesNotContain("cana", "nary");
			DriverConnectionSource source = new DriverConnectionSource(given, "app", null);
			assertThatThrownBy(() -> source.open(Duration.ofSeconds(1))).as(given)
				.satisfies(
						(failure) -> assertThat(Throwables.getStackTrace(failure).replaceAll("\tat .*", "")).as(given)
							.doesNotContain("cana", "nary"));
		}
	}

}
