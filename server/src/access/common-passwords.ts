/**
 * Passwords, and parts of passwords, that are frequent in lists of leaked ones. The rules in password-rules.ts combine
 * them with digits, years, keyboard walks, letters written as digits, and each other, so that these words cover many
 * thousands of passwords.
 */

/** Common whole passwords of at least twelve characters. Compared case-insensitively. */
export const commonWhole = new Set(
  `1q2w3e4r5t6y 1q2w3e4r5t6y7u 1q2w3e4r5t6y7u8i 1q2w3e4r5t6y7u8i9o 1q2w3e4r5t6y7u8i9o0p q1w2e3r4t5y6 q1w2e3r4t5y6u7i8 1qaz2wsx3edc
  1qaz2wsx3edc4rfv 1qaz@wsx3edc !qaz2wsx3edc zaq12wsxcde3 zaq1xsw2cde3 qazwsxedcrfv qazwsxedc123 qweasdzxc123 qweasdzxcrfv 123qweasdzxc
  qwe123asd456 qwe123qwe123 123qwe123qwe abc123abc123 123abc123abc a1b2c3d4e5f6 1a2b3c4d5e6f aa123456789a a123456789012 aa1234567890
  123654789123 147258369147 147258369000 159753456852 159357456852 741852963147 741852963000 789456123000 789456123789 963852741000
  789456123456 321654987321 102030405060 010203040506 112233445566 111222333444 121212121212 131313131313 123123123123 101010101010
  123321123321 12344321123 098765432109 passw0rdpassw0rd letmeinletmein changemenow1 changemeplease adminadminadmin rootrootroot
  administrator administrator1 administrador testtesttest test1234test demodemodemo guestguestguest useruseruser correcthorsebatterystaple
  correct-horse-battery-staple thisismypassword thisisapassword thisisasecret mypasswordis mypassword123 yourpassword newpassword1 nopassword123
  iloveyousomuch iloveyouforever iloveyoubaby1 ihateyouall1 fuckyoufuckyou fuckthisshit1 motherfucker1 whatthefuck1 idontknow1234 dontforgetit1
  trustno1trustno1 letmein123456 welcome123456 welcometothe1 opensesame123 abracadabra1 supercalifragilistic ilovemyfamily ilovemywife1
  liverpoolfc1 manchesterunited manchesterutd realmadrid123 barcelonafc1 bayernmuenchen bayernmunchen borussiadortmund chelseachelsea
  juventus1897 starwarsstarwars harrypotter1 harrypotter123 lordoftherings gameofthrones gameofthrones1 spongebob1234 pokemonpokemon
  minecraft1234 counterstrike callofduty123 leagueoflegends worldofwarcraft metallica123 ironmaiden666 linkinpark123 blink182blink182
  jesuschrist1 jesuslovesme jesusislord1 godisgreat123 godisgood1234 praisethelord christmas2024 christmas2025 happybirthday happynewyear
  princess12345 sunshine12345 butterfly1234 chocolate1234 strawberry123 basketball123 baseball12345 football12345 passwort12345 hallohallo12
  hallo12345678 willkommen123 geheim1234567 ichliebedich ichliebedich1 sommer20242024 wintersommer1 schalke041904 deutschland1 fussball12345
  mikrotik12345 routeros12345 ciscocisco123 cisco12345678 ubnt12345678 ubiquiti12345 adminadmin123 admin12345678 admin123admin123 rootroot1234
  internet12345 wifiwifiwifi wifipassword wifipassword1 wlanpasswort1 netzwerk12345 network12345 superadmin123 sysadmin12345 supportsupport`.split(
    /\s+/,
  ),
)

/** The words that most leaked passwords consist of, at least four letters each. */
export const commonWords =
  `password passwort passwd passw contrasena motdepasse senha wachtwoord haslo parola parool kennwort geheim secret secrets private
  welcome willkommen bienvenue benvenuto hello hallo hola salut ciao letmein open sesame login signin logon account user username guest test
  testing tester demo temp temporary default change changeme master admin administrator root system sysadmin superuser super support service
  manager office company business work office365 windows microsoft google apple samsung huawei nokia android iphone facebook instagram twitter
  linkedin youtube amazon netflix spotify discord telegram whatsapp yahoo hotmail gmail outlook internet network netzwerk router wireless wifi
  wlan ethernet broadband provider isp telecom telekom cisco mikrotik routeros ubiquiti ubnt cambium juniper fortinet radius vpn server database
  oracle mysql postgres linux ubuntu debian docker cloud cyber security secure hacker hacking matrix phoenix
  qwerty qwertz azerty asdf asdfgh zxcvbn zxcv qazwsx qwer qweasd wasd abcd abcdef abcdefg
  love loveyou iloveyou ichliebedich jetaime teamo amor liebe lover loveme sweetheart sweetie sweet honey baby babygirl babyboy angel angels
  princess prince queen king kingdom sunshine sunny moon moonlight star stars starlight starwars startrek rainbow flower flowers rose roses
  butterfly dragon monkey tiger lion wolf bear eagle falcon hawk panther jaguar horse kitty kitten puppy doggy buster buddy bailey max rocky
  charlie shadow ginger pepper cookie cookies coffee chocolate cheese banana apple orange cherry lemon strawberry peanut pumpkin muffin candy
  summer sommer winter spring autumn fall herbst fruehling january february march april june july august september october november december
  monday tuesday wednesday thursday friday saturday sunday montag dienstag mittwoch donnerstag freitag samstag sonntag weekend holiday
  christmas weihnachten easter halloween birthday newyear
  football soccer baseball basketball hockey tennis golf cricket rugby fussball sport sports player gamer gaming game games champion winner
  liverpool chelsea arsenal manchester barcelona madrid juventus milan bayern dortmund schalke yankees cowboys lakers steelers eagles raiders
  patriots packers ferrari porsche mercedes bmw audi mustang corvette harley yamaha honda toyota ducati
  batman superman spiderman ironman pokemon pikachu mario luigi zelda sonic naruto goku minecraft fortnite roblox warcraft diablo
  michael jordan jennifer jessica ashley nicole amanda michelle daniel andrew joshua matthew robert thomas anthony george william david john
  james joseph charles richard mark paul steven kevin brian jason justin brandon ryan alexander alexandra andrea maria anna laura sarah julia
  sophie emma hannah martin peter stefan markus christian sebastian tobias florian nathan samuel benjamin patrick austin taylor hunter jackson
  carlos jose juan luis miguel pedro antonio francesco giovanni ivan natasha svetlana mohamed muhammad ahmed ali hassan
  jesus christ god heaven faith hope grace bless blessed blessing peace church bible lord spirit
  america american england london paris berlin germany deutschland france italia italy espana spain russia moscow poland polska canada mexico
  brasil brazil china japan india africa europe australia texas california florida newyork chicago boston dallas
  fuck fucker fuckyou shit bitch asshole pussy sexy sex hot hottie naked porn bastard damn
  money cash dollar dollars rich million billion bitcoin crypto diamond gold golden silver bronze platinum
  black white green yellow purple blue red pink brown orange
  freedom liberty justice power magic wizard legend legendary hero heroes warrior knight ninja samurai pirate viking rebel outlaw killer
  thunder lightning storm fire flame fireball water ocean river mountain forest nature earth world planet galaxy universe space
  music guitar piano drums rock rocknroll metal metallica nirvana eminem elvis beatles slipknot
  family mother father mommy daddy mama papa sister brother friend friends forever always never happy happiness smile lucky beautiful pretty
  trust trustno1 access enter please thanks thankyou goodbye whatever nothing something anything everything
  number one two three four five six seven eight nine zero first last spring
  hunter2 letmein1 monkey1 dragon1 abc123 pass pass1 pass123 adm1n p4ssw0rd`
    .split(/\s+/)
    .filter((word) => word.length >= 4)
