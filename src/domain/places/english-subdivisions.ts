// English names of subdivisions that ISO 3166-2 lists in another language: by country, then by the suffix of the code.

export const englishSubdivisions: Record<string, string> = {
  AT: '2=Carinthia|3=Lower Austria|4=Upper Austria|6=Styria|7=Tyrol|9=Vienna',
  BE: 'BRU=Brussels|VLG=Flanders|VLG=Flemish Region|WAL=Wallonia|VAN=Antwerp|VOV=East Flanders|VWV=West Flanders|VBR=Flemish Brabant|WBR=Walloon Brabant',
  CH: 'GE=Geneva|GR=Grisons|LU=Lucerne|ZH=Zurich|BE=Berne|SG=St Gallen|TI=Tessin',
  CZ: '10=Prague|20=Central Bohemia|31=South Bohemia|64=South Moravia|80=Moravia Silesia',
  DE: 'BY=Bavaria|HE=Hesse|MV=Mecklenburg Western Pomerania|NI=Lower Saxony|NW=North Rhine Westphalia|RP=Rhineland Palatinate|SN=Saxony|ST=Saxony Anhalt|TH=Thuringia',
  DK: '81=North Denmark|82=Central Denmark|83=Southern Denmark|84=Capital Region|85=Zealand',
  ES: 'AN=Andalusia|AS=Asturias|CL=Castile and Leon|CM=Castile La Mancha|CN=Canary Islands|CT=Catalonia|CT=Cataluña|IB=Balearic Islands|MC=Murcia|MD=Madrid|NC=Navarre|PV=Basque Country|PV=Euskadi|VC=Valencia|VC=Valencian Community',
  FR: '20R=Corsica|BRE=Brittany|NOR=Normandy|PDL=Loire Country|PAC=Provence|PAC=PACA|BFC=Burgundy|ARA=Rhone Alps',
  GR: 'I=Attica|M=Crete|J=Peloponnese|F=Ionian Islands|E=Thessaly|D=Epirus|B=Central Macedonia',
  IT: '21=Piedmont|23=Aosta Valley|25=Lombardy|32=South Tyrol|52=Tuscany|57=Marches|62=Latium|75=Apulia|82=Sicily|88=Sardinia|36=Friuli',
  JP: '01=Hokkaido|07=Fukushima|09=Tochigi|12=Chiba|13=Tokyo|17=Ishikawa|18=Fukui|19=Yamanashi|21=Gifu|22=Shizuoka|23=Aichi|26=Kyoto|27=Osaka|28=Hyogo|32=Shimane|34=Hiroshima|35=Yamaguchi|36=Tokushima|38=Ehime|40=Fukuoka|42=Nagasaki|44=Oita|46=Kagoshima',
  MX: 'CMX=Mexico City|MEX=State of Mexico|COA=Coahuila|MIC=Michoacan|VER=Veracruz',
  NL: 'NB=North Brabant|NH=North Holland|ZH=South Holland|ZE=Zeeland|FR=Friesland',
  PL: '02=Lower Silesia|12=Lesser Poland|14=Mazovia|14=Masovia|22=Pomerania|24=Silesia|30=Greater Poland',
  PT: '11=Lisbon|13=Oporto|20=Azores|30=Madeira',
  RU: 'MOW=Moscow|SPE=Saint Petersburg|SPE=St Petersburg',
  SE: 'AB=Stockholm|M=Scania|M=Skane|O=Vastra Gotaland|C=Uppsala|W=Dalarna',
}
